// `npm start` and `npm run dev` start the whole service with one command.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { environment } from "#lib/server/env/env.ts";
import { startSupervisor } from "./supervisor.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/**
 * Under npm, Ctrl-C arrives twice, since npm passes on what the terminal has already sent; two signals within this time
 * count as one.
 */
const SAME_MS = 1000;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { dev: { type: "boolean", default: false } } });
  process.chdir(ROOT);
  if (existsSync(".env")) process.loadEnvFile(".env");
  // A closed pipe behind the log is no reason to stop the service.
  process.stdout.on("error", () => undefined);

  const supervisor = startSupervisor(ROOT, values.dev);
  const interrupted = Promise.withResolvers<"interrupted">();
  let interruptedAt = Infinity;
  function interrupt(): void {
    interruptedAt = Math.min(interruptedAt, Date.now());
    interrupted.resolve("interrupted");
    if (Date.now() - interruptedAt < SAME_MS) return;
    process.exitCode = 1;
    void supervisor.stop();
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt);
  stopWithNpm(() => interrupted.resolve("interrupted"));
  try {
    const outcome = await Promise.race([supervisor.ready, interrupted.promise]);
    if (outcome !== "interrupted") {
      console.log(outcome);
      await interrupted.promise;
    }
  } catch (error) {
    for (let cause = error; cause; cause = cause instanceof Error ? cause.cause : undefined) {
      console.error(cause instanceof Error ? cause.message : cause);
    }
    process.exitCode = 1;
  }
  await supervisor.stop();
  process.exit();
}

/**
 * Stops the service when npm was killed, which then can't pass a signal on: this process finds itself with another
 * parent.
 */
function stopWithNpm(stop: () => void): void {
  if (!environment().npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 500).unref();
}

await main();
