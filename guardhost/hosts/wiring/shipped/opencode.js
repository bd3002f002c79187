// guardhost for opencode. Written by `guardhost install`, taken away by `guardhost uninstall opencode`.
// Each tool call is asked about before it runs; a refusal is thrown, which opencode shows the agent as the tool's error.
import { spawn } from "node:child_process"

const LAUNCHER = "@LAUNCHER@"
const SECONDS = 10
const UNREAD = "guardhost gave no answer that can be read. Nothing was executed; run `guardhost doctor`."

// Gives what the guard answers, null when it cannot be started at all: that stops nothing, and is told once.
function ask(event, payload) {
  return new Promise((resolve) => {
    let out = ""
    const child = spawn(LAUNCHER, ["opencode", event], { stdio: ["pipe", "pipe", "ignore"] })
    const timer = setTimeout(() => {
      child.kill("SIGKILL")
      resolve({ decision: "deny", reason: `guardhost gave no answer within ${SECONDS} s. Nothing was executed; try again.` })
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
      done(answer ?? { decision: "deny", reason: UNREAD })
    })
    child.stdin.on("error", () => {})
    child.stdout.setEncoding("utf8")
    child.stdout.on("data", (text) => (out += text))
    child.stdin.end(JSON.stringify(payload))
  })
}

export const Guardhost = async ({ client, directory, worktree }) => {
  let told = false
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
  return {
    "tool.execute.before": async (input, output) => {
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
