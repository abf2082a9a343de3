import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type Log, logOf, pipeLines } from "./log.ts";
import { type ServicePart, exitOf, stopChild, killProcessGroup, untilReady } from "./part.ts";

export interface NodePart {
  name: string;
  /** Absolute path of a module that sends one message when it is ready, and exits when its parent is gone. */
  module: string;
  args?: readonly string[];
  /** Arguments for Node itself. */
  nodeArgs?: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  graceMs: number;
  /** A signal that ends the grace period of a stop early. */
  hurry?: AbortSignal;
  /** Lines of output that do not help the operator. */
  noise: Pick<RegExp, "test">;
  /** Whether all output after the stop signal is left out as well, such as the last lines of child processes. */
  stopsSilently?: boolean;
}

/** Returns a part that runs in a Node process of its own, tied to this one by an IPC channel. */
export function nodePart(spec: NodePart): ServicePart {
  const log = logOf(spec.name);
  return {
    name: spec.name,
    log,
    async start(signal) {
      /** Whether the part is being stopped, or its start was given up. */
      let isEnding = false;
      const giveUp = (): void => void (isEnding = true);
      signal.addEventListener("abort", giveUp, { once: true });
      const child = spawnNode(spec, (line) => {
        const isSaid = !isEnding || spec.stopsSilently !== true;
        if (isSaid && !spec.noise.test(line)) log(line);
      });
      const exited = exitOf(child).finally(() => killProcessGroup(child.pid));
      await untilReady(child, exited, once(child, "message"), signal);
      signal.removeEventListener("abort", giveUp);
      return {
        pid: child.pid ?? 0,
        exited,
        stop() {
          isEnding = true;
          const { graceMs, hurry } = spec;
          return stopChild(child, exited, { signal: "SIGTERM", graceMs, lastResort: "SIGKILL", hurry });
        },
      };
    },
  };
}

function spawnNode(spec: NodePart, log: Log): ChildProcess {
  const child = spawn(process.execPath, [...(spec.nodeArgs ?? []), spec.module, ...(spec.args ?? [])], {
    cwd: spec.cwd,
    env: spec.env,
    // The part has its own process group: Ctrl-C reaches only the supervisor, which then stops the parts in order.
    detached: process.platform !== "win32",
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  pipeLines(child.stdout, log);
  pipeLines(child.stderr, log);
  return child;
}
