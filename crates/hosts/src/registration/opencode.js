// Written by `hookward sync`; changes are lost, and `hookward uninstall` removes the file.
//
// OpenCode has no hooks that run a command, so this plugin runs `hookward hook opencode` with one event as JSON on its
// standard input, and does what the answer says: {decision, reason, context, notice, input, output}.

import { spawn } from "node:child_process";

const PROGRAM = "@PROGRAM@";
// Whether a tool call is stopped when Hookward cannot be asked.
const FAIL_CLOSED = "@FAIL_CLOSED@";
// OpenCode waits for ever, so the plugin does not: by event.
const DEADLINES_MS = "@DEADLINES_MS@";
// How often in a row the agent is sent back to its work.
const MOST_NUDGES = 3;
// The agent that OpenCode works with unless another is chosen: it has no role of its own.
const DEFAULT_AGENT = "build";

/** Asks Hookward: its answer, or `{ failure }` if there is none. */
function ask(event, cwd) {
  return new Promise((resolve) => {
    let stdout = "";
    let stderr = "";
    let child;
    try {
      child = spawn(PROGRAM, ["hook", "opencode"], { cwd, stdio: ["pipe", "pipe", "pipe"] });
    } catch (error) {
      return resolve({ failure: String(error?.message ?? error) });
    }
    const deadline = DEADLINES_MS[event.hook_event_name];
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      resolve({ failure: `no answer within ${deadline} ms` });
    }, deadline);
    const finish = (answer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    child.on("error", (error) => finish({ failure: String(error?.message ?? error) }));
    child.stdout.on("data", (data) => (stdout += data));
    child.stderr.on("data", (data) => (stderr += data));
    // An answer that comes early closes the pipe.
    child.stdin.on("error", () => {});
    child.on("close", (code) => {
      if (code === 2) return finish({ decision: "deny", reason: stderr.trim() || "Hookward denied it" });
      if (code !== 0) return finish({ failure: `exit code ${code}: ${stderr.trim()}` });
      try {
        finish(stdout.trim() === "" ? {} : JSON.parse(stdout));
      } catch {
        finish({ failure: "the answer is not JSON" });
      }
    });
    child.stdin.end(JSON.stringify({ cwd, ...event }));
  });
}

export const Hookward = async ({ client, directory }) => {
  const cwd = directory ?? process.cwd();
  const beginnings = new Map(); // session → what it is told at its start
  const nudges = new Map(); // session → how often it was sent back
  const agents = new Map(); // session → who works in it; only a message says that
  let told = false;

  // The terminal is OpenCode's: what a person is to read goes through it.
  const tell = async (message) => {
    try {
      await client.app.log({ body: { service: "hookward", level: "warn", message } });
      await client.tui.showToast({ body: { title: "Hookward", message, variant: "warning" } });
    } catch {
      // There may be no such window.
    }
  };

  const hear = async (event) => {
    const agent = agents.get(event.session_id);
    const role = agent && agent !== DEFAULT_AGENT ? { agent_type: agent } : {};
    const answer = await ask({ ...event, ...role }, cwd);
    if (answer.notice) await tell(answer.notice);
    if (answer.failure && !told) {
      told = true;
      const so = FAIL_CLOSED ? "no tool runs without it" : "nothing is guarded here";
      await tell(`hookward cannot be run (${answer.failure}): ${so}`);
    }
    return answer;
  };

  return {
    "tool.execute.before": async (input, output) => {
      const answer = await hear({
        hook_event_name: "PreToolUse",
        session_id: input.sessionID,
        tool_name: input.tool,
        tool_input: output.args ?? {},
      });
      if (answer.failure && FAIL_CLOSED) throw new Error(`hookward cannot be run: ${answer.failure}`);
      if (answer.decision === "deny") throw new Error(answer.reason || "Hookward denied it");
      if (answer.input && typeof answer.input === "object") {
        // The same object is what the tool is called with.
        for (const key of Object.keys(output.args)) if (!(key in answer.input)) delete output.args[key];
        Object.assign(output.args, answer.input);
      }
    },

    "tool.execute.after": async (input, output) => {
      // A command that fails is no failure of the tool; only this tells it.
      const exit = output.metadata?.exit;
      const failed = typeof exit === "number" && exit !== 0;
      // A tool of an MCP server gives back what the server has sent.
      const place = output.output === undefined && Array.isArray(output.content) ? "content" : "output";
      const answer = await hear({
        hook_event_name: failed ? "PostToolUseFailure" : "PostToolUse",
        session_id: input.sessionID,
        tool_name: input.tool,
        tool_input: input.args ?? {},
        tool_response: output[place],
        ...(failed ? { error: `Exit code ${exit}` } : {}),
      });
      const said = [answer.decision === "deny" ? answer.reason : "", answer.context].filter(Boolean).join("\n");
      if (answer.output !== undefined) output[place] = answer.output;
      if (!said) return;
      if (place === "content") output.content.push({ type: "text", text: said });
      else output.output = `${output.output ?? ""}\n\n${said}`;
    },

    "chat.message": async (input, output) => {
      const agent = input.agent ?? output.message?.agent;
      if (agent) agents.set(input.sessionID, agent);
      const texts = (output.parts ?? []).filter((part) => part.type === "text");
      const prompt = texts.map((part) => part.text).join("\n");
      const answer = await hear({
        hook_event_name: "UserPromptSubmit",
        session_id: input.sessionID,
        prompt,
      });
      if (answer.decision === "deny") throw new Error(answer.reason || "Hookward denied it");
      const last = texts.at(-1);
      if (answer.context && last) last.text += `\n\n${answer.context}`;
    },

    // The system prompt is made anew for each request, so what was said at the start is said again.
    "experimental.chat.system.transform": async (input, output) => {
      const session = input.sessionID;
      if (!session) return;
      if (!beginnings.has(session)) {
        beginnings.set(
          session,
          hear({ hook_event_name: "SessionStart", session_id: session, source: "startup" }),
        );
      }
      const answer = await beginnings.get(session);
      if (answer.context) output.system.push(answer.context);
    },

    "experimental.session.compacting": async (input, output) => {
      const answer = await hear({
        hook_event_name: "PreCompact",
        session_id: input.sessionID,
        trigger: "auto",
      });
      if (answer.context) output.context.push(answer.context);
    },

    event: async ({ event }) => {
      if (event.type !== "session.idle") return;
      const session = event.properties?.sessionID;
      const before = nudges.get(session) ?? 0;
      const answer = await hear({
        hook_event_name: "Stop",
        session_id: session,
        stop_hook_active: before > 0,
      });
      if (answer.decision !== "deny" || before >= MOST_NUDGES) {
        nudges.delete(session);
        return;
      }
      nudges.set(session, before + 1);
      const parts = [{ type: "text", text: answer.reason }];
      await client.session.prompt({ path: { id: session }, body: { parts } });
    },
  };
};
