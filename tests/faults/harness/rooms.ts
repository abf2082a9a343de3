import { join } from "node:path";
import { nodePart } from "#lib/local/node-part.ts";
import { supervise } from "#lib/local/part.ts";

const ROOT = join(import.meta.dirname, "../../..");

export interface FaultyRooms {
  url: string;
  /** kill -9, for the runtime and what stands before it; who looks after them starts them again. */
  kill(): void;
  /** They take connections and say nothing. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** The rooms as `npm start` runs them, in the care that it gives them. */
export async function startFaultyRooms(env: Record<string, string>, port: number): Promise<FaultyRooms> {
  const stopping = new AbortController();
  const part = nodePart({
    name: "rooms",
    module: join(ROOT, "lib/local/rooms.ts"),
    // Vitest's own environment has names that the service reads otherwise.
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
