// guardhost for opencode. Written by `guardhost install`, taken away by `guardhost uninstall opencode`.
// Each tool call is asked about before it runs; a refusal is thrown, which opencode shows the agent as the tool's error.
// Where a turn may not end yet, the session is sent the reason as a message; guardhost bounds how often.
import { spawn } from "node:child_process"

const LAUNCHER = "@LAUNCHER@"
const SECONDS = 10
const UNREAD = "guardhost gave no answer that can be read. Nothing was executed; run `guardhost doctor`."

// What stands for an answer that did not come: it stops a call, and holds no turn.
const failed = (reason) => ({ decision: "deny", reason, failed: true })

// Gives what the guard answers, null when it cannot be started at all: that stops nothing, and is told once.
function ask(event, payload) {
  return new Promise((resolve) => {
    let out = ""
    const child = spawn(LAUNCHER, ["opencode", event], { stdio: ["pipe", "pipe", "ignore"] })
    const timer = setTimeout(() => {
      child.kill("SIGKILL")
      resolve(failed(`guardhost gave no answer within ${SECONDS} s. Nothing was executed; try again.`))
    }, SECONDS * 1000)
    const done = (answer) => {
      clearTimeout(timer)
      resolve(answer)
    }
    child.on("error", () => done(null))
    child.on("close", () => {
      let answer
      try {
        answer = JSON.parse(out)
      } catch {}
      done(answer ?? failed(UNREAD))
    })
    child.stdin.on("error", () => {})
    child.stdout.setEncoding("utf8")
    child.stdout.on("data", (text) => (out += text))
    child.stdin.end(JSON.stringify(payload))
  })
}

export const Guardhost = async ({ client, directory, worktree }) => {
  let told = false
  const broken = new Set() // sessions whose turn the person stopped or that failed: nothing is sent into those
  const notice = async (message) => {
    try {
      await client?.app?.log?.({ body: { service: "guardhost", level: "warn", message } })
    } catch {}
  }
  const missing = async () => {
    if (told) return
    told = true
    await notice(`guardhost is wired here, but ${LAUNCHER} cannot be started, so nothing is judged: run guardhost install`)
  }
  // Whether a session is a subagent's, whose end is a result for its parent; one that cannot be looked up is taken for one.
  const nested = async (id) => {
    try {
      const found = await client.session.get({ path: { id } })
      return Boolean((found.data ?? found).parentID)
    } catch {
      return true
    }
  }
  const ended = async (id) => {
    if (broken.delete(id) || typeof client?.session?.prompt !== "function" || (await nested(id))) return
    const answer = await ask("session.idle", { hook: "session.idle", directory, worktree, input: { sessionID: id } })
    if (answer === null) return missing()
    for (const note of answer.notes ?? []) await notice(note)
    if (answer.decision === "allow" || answer.failed) return
    // Not waited for: it lasts as long as the turn that it begins.
    const body = { parts: [{ type: "text", text: answer.reason }] }
    Promise.resolve(client.session.prompt({ path: { id }, body })).catch((error) => notice(`guardhost: ${error}`))
  }
  return {
    event: async ({ event }) => {
      const id = event?.properties?.sessionID
      if (event?.type === "session.error" && id) broken.add(id)
      if (event?.type === "session.idle" && id) await ended(id)
    },
    "tool.execute.before": async (input, output) => {
      broken.delete(input.sessionID)
      const answer = await ask("tool.execute.before", {
        hook: "tool.execute.before", directory, worktree, input, output: { args: output.args },
      })
      if (answer === null) return missing()
      for (const note of answer.notes ?? []) await notice(note)
      if (answer.decision !== "allow") throw new Error(answer.reason || "refused by guardhost")
    },
    "tool.execute.after": async (input, output) => {
      const answer = await ask("tool.execute.after", {
        hook: "tool.execute.after", directory, worktree, input, output: { title: output.title, metadata: output.metadata },
      })
      if (answer?.context && typeof output.output === "string") output.output += `\n\n[guardhost] ${answer.context}`
    },
  }
}
