"""What a line does beside touching files, as the verbs that show its effects say it: the field of `Effects` -> words."""

from __future__ import annotations

ALSO = {"network": "uses the network", "runs_code": "runs code", "changes_env": "changes the environment"}
