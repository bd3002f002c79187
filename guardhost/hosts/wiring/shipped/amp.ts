// guardhost for Amp. Written by `guardhost install`, taken away by `guardhost uninstall amp`.
// Each tool call is asked about before it runs. Amp has no neutral answer: what is not refused is allowed.
import { spawn } from "node:child_process"

const LAUNCHER = "@LAUNCHER@"
const SECONDS = 10
const UNREAD = "guardhost gave no answer that can be read. Nothing was executed; run `guardhost doctor`."

function ask(event: string, payload: unknown): Promise<any> {
  return new Promise((resolve) => {
    let out = ""
    const child = spawn(LAUNCHER, ["amp", event], { stdio: ["pipe", "pipe", "ignore"] })
    const timer = setTimeout(() => {
      child.kill("SIGKILL")
      resolve({ action: "reject-and-continue", message: `guardhost gave no answer within ${SECONDS} s. Nothing was executed.` })
    }, SECONDS * 1000)
    const done = (answer: unknown) => {
      clearTimeout(timer)
      resolve(answer)
    }
    child.on("error", () => done(null))
    child.on("close", () => {
      try {
        done(out.trim() ? JSON.parse(out) : {})
      } catch {
        done({ action: "reject-and-continue", message: UNREAD })
      }
    })
    child.stdin.on("error", () => {})
    child.stdout.setEncoding("utf8")
    child.stdout.on("data", (text: string) => (out += text))
    child.stdin.end(JSON.stringify(payload))
  })
}

export default function (amp: any) {
  amp.on("tool.call", async (event: any, ctx: any) => {
    const { toolUseID, tool, input, thread } = event
    const answer = await ask("tool.call", { hook: "tool.call", toolUseID, tool, input, thread, cwd: process.cwd() })
    if (answer === null) return { action: "allow" } // the guard is not there: `guardhost doctor` tells
    if (answer.action !== "ask") return answer.action ? answer : { action: "reject-and-continue", message: UNREAD }
    const yes = await ctx?.ui?.confirm?.({ title: "guardhost", message: answer.message, confirmButtonText: "Run it" })
    return yes ? { action: "allow" } : { action: "reject-and-continue", message: answer.message }
  })
  amp.on("tool.result", async (event: any) => {
    const { toolUseID, tool, input, thread, status } = event
    await ask("tool.result", { hook: "tool.result", toolUseID, tool, input, thread, status, cwd: process.cwd() })
  })
}
