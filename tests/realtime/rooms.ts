import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodePart } from "#lib/local/node-part.ts";
import type { RunningProcess } from "#lib/local/part.ts";
import { unusedPort } from "#tests/helpers/ports.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface Rooms {
  url: string;
  /** Ends the runtime and its parent process with SIGKILL; the rooms' storage stays. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the real rooms as `npm start` does, on a free port; they call the API at `apiPort`. */
export async function startRooms(apiPort: number): Promise<Rooms> {
  const dataDir = mkdtempSync(join(tmpdir(), "wayfare-rooms-"));
  const port = await unusedPort("127.0.0.1");
  const part = nodePart({
    name: "rooms",
    module: join(ROOT, "lib/local/rooms.ts"),
    env: { ...process.env, PORT: String(apiPort), PARTY_PORT: String(port), DATA_DIR: dataDir },
    cwd: ROOT,
    graceMs: 2000,
    noise: /^/,
  });
  let running: RunningProcess | null = null;
  async function start(): Promise<void> {
    running ??= await part.start(new AbortController().signal);
  }
  async function kill(): Promise<void> {
    const dying = running;
    running = null;
    if (!dying) return;
    process.kill(-dying.pid, "SIGKILL");
    await dying.exited;
  }
  await start();
  return {
    url: `http://localhost:${port}`,
    kill,
    start,
    async stop() {
      await kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
