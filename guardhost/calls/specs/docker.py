"""What Docker's programs take (docker 27, docker compose 2.29); podman takes the same."""

from __future__ import annotations

STYLES = {"docker": "pflag"}

SHARED = {
    "help": "help:--help",
    "build": """
    --add-host=* --annotation=* --attest=* --build-arg=* --build-context=* --builder= --cache-from=* --cache-to=* --call?
    --cgroup-parent= -f,--file= --iidfile= --label=* --load --metadata-file= --network= --no-cache --no-cache-filter=*
    -o,--output=* --platform=* --progress= --provenance? --pull --push -q,--quiet --rm --force-rm --sbom? --secret=*
    --shm-size= --ssh=* -t,--tag=* --target= --ulimit=* -m,--memory= --memory-swap= --cpu-quota= --cpu-shares=
    --cpuset-cpus= --squash --isolation= --security-opt=* --compress -D,--debug --check
    """,
    "container": """
    --add-host=* --annotation=* -a,--attach=* --blkio-weight= --cap-add=* --cap-drop=* --cgroup-parent= --cgroupns=
    --cidfile= --cpu-period= --cpu-quota= --cpu-shares,-c= --cpus= --cpuset-cpus= --cpuset-mems= -d,--detach
    --detach-keys= --device=* --device-cgroup-rule=* --disable-content-trust --dns=* --dns-option=* --dns-search=*
    --domainname= --entrypoint= -e,--env=* --env-file=* --expose=* --gpus= --group-add=* --health-cmd= --health-interval=
    --health-retries= --health-timeout= --health-start-period= -h,--hostname= --init -i,--interactive --ip= --ip6= --ipc=
    --isolation= --kernel-memory= -l,--label=* --label-file=* --link=* --log-driver= --log-opt=* --mac-address=
    -m,--memory= --memory-reservation= --memory-swap= --memory-swappiness= --mount=* --name= --network,--net=
    --network-alias,--net-alias=* --no-healthcheck --oom-kill-disable --oom-score-adj= --pid= --pids-limit= --platform=
    --privileged -p,--publish=* -P,--publish-all --pull= -q,--quiet --read-only --restart= --rm --runtime=
    --security-opt=* --shm-size= --sig-proxy --stop-signal= --stop-timeout= --storage-opt=* --sysctl=* --tmpfs=* -t,--tty
    --ulimit=* -u,--user= --userns= --uts= -v,--volume=* --volume-driver= --volumes-from=* -w,--workdir= --userland-proxy
    --replace
    """,
    "list": "-a,--all -f,--filter=* --format= -n,--last= -l,--latest --no-trunc -q,--quiet -s,--size --digests --tree",
    "prune": "-a,--all -f,--force --filter=* --volumes --keep-storage= --verbose",
    "compose-exec": """
    -d,--detach -e,--env=* --index= no_tty:-T,--no-TTY,--no-tty --privileged -u,--user= -w,--workdir= -i,--interactive
    -t,--tty
    """,
}

COMMANDS = {
    "docker": (
        """
        --config= -c,--context= -D,--debug -H,--host= -l,--log-level= --tls --tlscacert= --tlscert= --tlskey= --tlsverify
        -v,--version --url= --connection= --root= --remote
        """,
        "@",
    ),
    "docker attach": ("--detach-keys= --no-stdin --sig-proxy", "container"),
    "docker build": ("@build", "context"),
    "docker builder": ("", "@"),
    "docker builder build": "docker build",
    "docker builder prune": ("@prune", ""),
    "docker buildx": ("--builder=", "@"),
    "docker buildx build": "docker build",
    "docker buildx bake": (
        """
        -f,--file=* --load --push --no-cache --print --progress= --pull --set=* --metadata-file=
        """,
        "targets*",
    ),
    "docker commit": ("-a,--author= -c,--change=* -m,--message= -p,--pause", "container image"),
    "docker compose": (
        """
        -f,--file=* -p,--project-name= --env-file= --profile=* --project-directory= --ansi= --progress= --parallel=
        --dry-run --compatibility --all-resources --verbose -v,--version
        """,
        "@",
    ),
    "docker compose build": (
        """
        --no-cache --pull --build-arg=* --push -q,--quiet --ssh= -m,--memory= --with-dependencies --builder= --check
        --print
        """,
        "services*",
    ),
    "docker compose config": (
        """
        -q,--quiet --format= list_services:--services --volumes --images --hash= --profiles --environment
        --no-interpolate --no-normalize --no-path-resolution -o,--output= --resolve-image-digests --variables
        """,
        "services*",
    ),
    "docker compose convert": "docker compose config",
    "docker compose cp": ("-a,--archive -L,--follow-link --index=", "source destination"),
    "docker compose create": (
        """
        --build --force-recreate --no-build --no-recreate --pull= --remove-orphans --scale=*
        """,
        "services*",
    ),
    "docker compose down": ("-v,--volumes --rmi= --remove-orphans -t,--timeout=", "services*"),
    "docker compose events": ("--json", "services*"),
    "docker compose exec": ("@compose-exec", "service command..."),
    "docker compose images": ("--format= -q,--quiet", "services*"),
    "docker compose kill": ("-s,--signal= --remove-orphans", "services*"),
    "docker compose logs": (
        """
        -f,--follow -n,--tail= --since= --until= -t,--timestamps --no-color --no-log-prefix --index=
        """,
        "services*",
    ),
    "docker compose ls": ("-a,--all --filter= --format= -q,--quiet", ""),
    "docker compose ps": (
        """
        -a,--all --filter= --format= --no-trunc --orphans -q,--quiet list_services:--services --status=*
        """,
        "services*",
    ),
    "docker compose pause": ("", "services*"),
    "docker compose port": ("--index= --protocol=", "service port"),
    "docker compose pull": (
        """
        -q,--quiet --ignore-pull-failures --include-deps --policy= --ignore-buildable
        """,
        "services*",
    ),
    "docker compose push": ("-q,--quiet --ignore-push-failures --include-deps", "services*"),
    "docker compose restart": ("-t,--timeout= --no-deps", "services*"),
    "docker compose rm": ("-f,--force -v,--volumes -s,--stop", "services*"),
    "docker compose run": (
        """
        --rm @compose-exec -v,--volume=* --entrypoint= --name= --no-deps -p,--publish=* -P,--service-ports --build
        -l,--label=* --cap-add=* --cap-drop=* --remove-orphans --quiet-pull --use-aliases --env-from-file=*
        """,
        "service command...",
    ),
    "docker compose start": ("--wait --wait-timeout=", "services*"),
    "docker compose stop": ("-t,--timeout=", "services*"),
    "docker compose top": ("", "services*"),
    "docker compose unpause": ("", "services*"),
    "docker compose up": (
        """
        -d,--detach --build --force-recreate --remove-orphans --no-build --no-recreate --no-deps --no-start --no-color
        --no-log-prefix --abort-on-container-exit --abort-on-container-failure --always-recreate-deps --attach=*
        --no-attach=* --attach-dependencies --exit-code-from= --menu --pull= --quiet-pull -V,--renew-anon-volumes
        --scale=* -t,--timeout= --timestamps --wait --wait-timeout= -w,--watch -y,--yes --quiet-build
        """,
        "services*",
    ),
    "docker compose version": ("-f,--format= --short", ""),
    "docker compose wait": ("--down-project", "services*"),
    "docker compose watch": ("--no-up --prune --quiet", "services*"),
    "docker container": ("", "@"),
    "docker container attach": "docker attach",
    "docker container commit": "docker commit",
    "docker container cp": "docker cp",
    "docker container create": "docker create",
    "docker container exec": "docker exec",
    "docker container inspect": "docker inspect",
    "docker container kill": "docker kill",
    "docker container logs": "docker logs",
    "docker container ls": "docker ps",
    "docker container list": "docker ps",
    "docker container ps": "docker ps",
    "docker container prune": ("@prune", ""),
    "docker container restart": "docker restart",
    "docker container rm": "docker rm",
    "docker container run": "docker run",
    "docker container start": "docker start",
    "docker container stop": "docker stop",
    "docker context": ("", "@"),
    "docker context use": ("", "name"),
    "docker context ls": ("--format= -q,--quiet", ""),
    "docker context rm": ("-f,--force", "names*"),
    "docker cp": ("-a,--archive -L,--follow-link -q,--quiet", "source destination"),
    "docker create": ("@container", "image command..."),
    "docker diff": ("", "container"),
    "docker events": ("-f,--filter=* --format= --since= --until=", ""),
    "docker exec": (
        """
        -d,--detach --detach-keys= -e,--env=* --env-file=* -i,--interactive --privileged -t,--tty -u,--user=
        -w,--workdir=
        """,
        "container command...",
    ),
    "docker export": ("-o,--output=", "container"),
    "docker history": ("--format= --human -H --no-trunc -q,--quiet", "image"),
    "docker image": ("", "@"),
    "docker image build": "docker build",
    "docker image history": "docker history",
    "docker image inspect": "docker inspect",
    "docker image load": "docker load",
    "docker image ls": "docker images",
    "docker image list": "docker images",
    "docker image prune": ("@prune", ""),
    "docker image pull": "docker pull",
    "docker image push": "docker push",
    "docker image rm": "docker rmi",
    "docker image save": "docker save",
    "docker image tag": "docker tag",
    "docker images": ("@list", "image"),
    "docker import": ("-c,--change=* -m,--message= --platform=", "source image"),
    "docker info": ("-f,--format=", ""),
    "docker inspect": ("-f,--format= --type= -s,--size", "names*"),
    "docker kill": ("-s,--signal=", "containers*"),
    "docker load": ("-i,--input= -q,--quiet --platform=", ""),
    "docker login": ("-u,--username= -p,--password= --password-stdin", "server"),
    "docker logout": ("", "server"),
    "docker logs": ("--details -f,--follow --since= -n,--tail= -t,--timestamps --until=", "container"),
    "docker network": ("", "@"),
    "docker network connect": ("--alias=* --driver-opt=* --ip= --ip6= --link=*", "network container"),
    "docker network create": (
        """
        --attachable --aux-address=* --config-from= --config-only -d,--driver= --gateway=* --ingress --internal
        --ip-range=* --ipam-driver= --ipam-opt=* --ipv6 --label=* -o,--opt=* --scope= --subnet=*
        """,
        "name",
    ),
    "docker network disconnect": ("-f,--force", "network container"),
    "docker network inspect": ("-f,--format= -v,--verbose", "networks*"),
    "docker network ls": ("@list", ""),
    "docker network prune": ("@prune", ""),
    "docker network rm": ("-f,--force", "networks*"),
    "docker pause": ("", "containers*"),
    "docker port": ("", "container port"),
    "docker ps": ("@list", ""),
    "docker pull": ("-a,--all-tags --disable-content-trust --platform= -q,--quiet", "image"),
    "docker push": ("-a,--all-tags --disable-content-trust --platform= -q,--quiet", "image"),
    "docker rename": ("", "container name"),
    "docker restart": ("-s,--signal= -t,--time,--timeout=", "containers*"),
    "docker rm": ("-f,--force -l,--link -v,--volumes", "containers*"),
    "docker rmi": ("-f,--force --no-prune --platform=", "images*"),
    "docker run": ("@container", "image command..."),
    "docker save": ("-o,--output= --platform=", "images*"),
    "docker search": ("-f,--filter=* --format= --limit= --no-trunc", "term"),
    "docker start": ("-a,--attach --checkpoint= --detach-keys= -i,--interactive", "containers*"),
    "docker stats": ("-a,--all --format= --no-stream --no-trunc", "containers*"),
    "docker stop": ("-s,--signal= -t,--time,--timeout=", "containers*"),
    "docker system": ("", "@"),
    "docker system df": ("--format= -v,--verbose", ""),
    "docker system info": "docker info",
    "docker system prune": ("@prune", ""),
    "docker tag": ("", "source target"),
    "docker top": ("", "container options*"),
    "docker unpause": ("", "containers*"),
    "docker update": ("--cpus= -m,--memory= --memory-swap= --restart= --pids-limit= --cpu-shares,-c=", "containers*"),
    "docker version": ("-f,--format=", ""),
    "docker volume": ("", "@"),
    "docker volume create": ("-d,--driver= --label=* -o,--opt=* --availability= --group=", "name"),
    "docker volume inspect": ("-f,--format=", "volumes*"),
    "docker volume ls": ("@list", ""),
    "docker volume prune": ("@prune", ""),
    "docker volume rm": ("-f,--force", "volumes*"),
    "docker wait": ("", "containers*"),
}

EXAMPLES = [
    ("docker -H tcp://x run -it --privileged img sh -c x", "docker_run",
     {"host": "tcp://x", "interactive": True, "tty": True, "privileged": True, "image": "img", "command": ["sh", "-c",
      "x"]}),
    ("docker run --rm -v a:b -e=K=v img", "docker_run", {"rm": True, "volume": ["a:b"], "env": ["K=v"], "image": "img"}),
    ("docker container rm -vf a b", "docker_rm", {"volumes": True, "force": True, "containers": ["a", "b"]}),
    ("docker build -t a --build-arg K=v .", "docker_build", {"tag": ["a"], "build_arg": ["K=v"], "context": "."}),
    ("docker compose -f a.yml up -d --build web", "docker_compose_up",
     {"file": ["a.yml"], "detach": True, "build": True, "services": ["web"]}),
    ("docker-compose -p x down -v", "docker_compose_down", {"project_name": "x", "volumes": True}),
    ("docker compose exec -T web ls -la", "docker_compose_exec",
     {"no_tty": True, "service": "web", "command": ["ls", "-la"]}),
    ("docker compose logs -f", "docker_compose_logs", {"follow": True}),
    ("docker exec -it web bash -l", "docker_exec",
     {"interactive": True, "tty": True, "container": "web", "command": ["bash", "-l"]}),
    ("docker system prune -af --volumes", "docker_system_prune", {"all": True, "force": True, "volumes": True}),
    ("docker scout cves x", "docker_scout", {"argv": ["scout", "cves", "x"]}),
    ("podman run --privileged img", "podman_run", {"privileged": True, "image": "img"}),
    ("docker rm --brand-new a", "docker_rm", {"containers": ["a"]}, ["--brand-new"]),
]  # fmt: skip
