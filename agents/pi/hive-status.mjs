// Tells the terminal that Pi works on a turn (OSC 7501). What it does otherwise, its screen shows.
// Runs inside Pi 0.73.1 and 1.6.0; it reads nothing, and answers nothing.
const tell = (state, context) => {
  if (context?.hasUI && process.stdout.isTTY) process.stdout.write(`\x1b]7501;app=pi:state=${state}\x1b\\`);
};

export default function (pi) {
  pi.on("agent_start", (_event, context) => tell("working", context));
  pi.on("agent_end", (_event, context) => tell("clear", context));
  pi.on("session_shutdown", (_event, context) => tell("clear", context));
}
