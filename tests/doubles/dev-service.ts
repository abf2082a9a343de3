import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const START = join(import.meta.dirname, "../../lib/local/start.ts");

/**
 * Runs the whole service as `npm run dev` does, together with doubles of other parties' servers in this process, until
 * the service ends.
 */
export async function runDevService(
  env: Readonly<Record<string, string>>,
  others: ReadonlyArray<{ stop(): Promise<void> }>,
): Promise<void> {
  const service = spawn(process.execPath, [START, "--dev"], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  // On Ctrl-C a terminal signals both processes, but other senders signal only this one. A second signal does no harm.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => service.kill(signal));
  const [code] = await once(service, "close");
  await Promise.all(others.map((other) => other.stop()));
  process.exitCode = typeof code === "number" ? code : 1;
}
