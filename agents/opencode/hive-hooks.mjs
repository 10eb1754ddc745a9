// Tells the terminal which session opencode is in, when it begins and ends a turn, and that it asks (1.18.33).
// Runs inside opencode. It answers nothing, and whatever goes wrong here stays here.
import { spawn } from "node:child_process";

const SHELL = "/bin/sh";

// Reports one event after the other, so that they arrive in their order.
const reporter = (run) => {
  let last = Promise.resolve();
  return (event, session, more = {}) => {
    const report = () =>
      new Promise((done) => {
        const env = { ...process.env, HIVE_EVENT: event, ...more };
        const child = spawn(SHELL, ["-c", run], { env, stdio: ["pipe", "ignore", "ignore"] });
        child.on("error", done);
        child.on("exit", done);
        child.stdin.on("error", done);
        child.stdin.end(JSON.stringify(session ? { session_id: session } : {}));
      });
    last = last.then(report).catch(() => {});
  };
};

export const Hivemind = async (_input, options) => {
  if (!options?.run) return {};
  const tell = reporter(options.run);
  const subagents = new Set(); // their sessions: a turn of theirs is none of the tile's
  const busy = new Set();
  let outcome = "done";

  const status = (session, state) => {
    const works = state !== "idle";
    if (works === busy.has(session)) return;
    if (works) {
      busy.add(session);
      outcome = "done";
      tell("turn.started", session);
    } else {
      busy.delete(session);
      tell("turn.ended", session, { HIVE_EVENT_OUTCOME: outcome });
    }
  };

  const seen = (type, told) => {
    if (told.info?.parentID) subagents.add(told.info.id);
    const session = subagents.has(told.sessionID) ? "" : told.sessionID;
    if (type === "session.status" && session) status(session, told.status.type);
    if (type === "session.error" && session)
      outcome = told.error?.name === "MessageAbortedError" ? "interrupted" : "failed";
    if (type === "permission.asked") tell("input.requested", session, { HIVE_EVENT_KIND: "permission" });
    if (type === "question.asked") tell("input.requested", session, { HIVE_EVENT_KIND: "question" });
    if (/^(permission\.replied|question\.(replied|rejected))$/.test(type)) tell("input.resolved", session);
  };

  return { event: async ({ event }) => seen(event.type, event.properties ?? {}) };
};
