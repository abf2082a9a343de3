import { join } from "node:path";
import { nodePart } from "#lib/local/node-part.ts";
import { supervise } from "#lib/local/part.ts";

const ROOT = join(import.meta.dirname, "../../..");

export interface FaultyRooms {
  url: string;
  /** Ends the rooms' runtime and its parent process with SIGKILL; their supervisor restarts them. */
  kill(): void;
  /** Makes the rooms accept connections and not answer. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Starts the rooms as `npm start` does, with its supervision. */
export async function startFaultyRooms(env: Record<string, string>, port: number): Promise<FaultyRooms> {
  const stopping = new AbortController();
  const part = nodePart({
    name: "rooms",
    module: join(ROOT, "lib/local/rooms.ts"),
    // The environment is built anew, because Vitest sets variables that the service interprets differently.
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...env,
      PARTY_PORT: String(port),
    },
    cwd: ROOT,
    graceMs: 2000,
    noise: /^/,
  });
  let pid = 0;
  const supervised = await supervise({ ...part, log: () => undefined }, stopping.signal, (running) => {
    ({ pid } = running);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    kill: () => void process.kill(-pid, "SIGKILL"),
    freeze: () => void process.kill(-pid, "SIGSTOP"),
    thaw: () => void process.kill(-pid, "SIGCONT"),
    async stop() {
      stopping.abort();
      await supervised.stop();
    },
  };
}
