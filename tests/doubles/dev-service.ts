import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const START = join(import.meta.dirname, "../../lib/local/start.ts");

/** Runs the whole service as `npm run dev` does, beside others' servers that this process holds, until it ends. */
export async function runDevService(
  env: Readonly<Record<string, string>>,
  others: ReadonlyArray<{ stop(): Promise<void> }>,
): Promise<void> {
  const service = spawn(process.execPath, [START, "--dev"], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  // A terminal tells both of Ctrl-C, anything else this process alone; being told twice does no harm.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => service.kill(signal));
  const [code] = await once(service, "close");
  await Promise.all(others.map((other) => other.stop()));
  process.exitCode = typeof code === "number" ? code : 1;
}
