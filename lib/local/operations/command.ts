import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { environment } from "#lib/server/env/env.ts";
import { adviceOnDatabase } from "./database-advice.ts";

export const ROOT = join(import.meta.dirname, "..", "..", "..");

/** An error that the person at the command line can correct; its message says how. */
export class CommandError extends Error {
  override name = "CommandError";
}

/**
 * Runs one command of the operator with the checkout's `.env`, until it is done or interrupted. If it fails, the whole
 * chain of causes is printed.
 */
export async function runCommand(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  process.chdir(ROOT);
  if (existsSync(".env")) process.loadEnvFile(".env");
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => interrupted.abort(new CommandError("Interrupted.")));
  }
  try {
    await work(interrupted.signal);
  } catch (error) {
    printFailure(interrupted.signal.aborted ? interrupted.signal.reason : error);
  }
}

/** Prints why a command failed: the causes, and what to do where that is known. */
export function printFailure(failure: unknown): void {
  for (const line of reasons(failure)) console.error(line);
  const advice = adviceOnDatabase(failure);
  if (advice !== undefined) console.error(advice);
  process.exitCode = 1;
}

/** Yields the messages to print; the messages of parseArgs and of the file system are printed as they are. */
function* reasons(error: unknown): Generator {
  for (let cause = error; cause; cause = cause instanceof Error ? cause.cause : undefined) {
    // If several addresses were tried, each has an error message, and the error about all of them has none.
    if (cause instanceof AggregateError) yield* cause.errors.map(String);
    else yield cause instanceof Error ? cause.message : cause;
    if (cause instanceof CommandError) return;
  }
}

/**
 * Refuses superfluous arguments, which a command would ignore silently otherwise.
 * @throws CommandError
 */
export function requireNoExtraArguments(typed: readonly string[], most: number): void {
  const extra = typed[most];
  if (extra !== undefined) throw new CommandError(`What is “${extra}” for? Nothing was done. See --help.`);
}

/**
 * Returns the path of a file from its typed form, which is relative to the folder in which npm was called: npm runs
 * commands in the checkout.
 */
export function typedPath(path: string): string {
  return resolve(environment().INIT_CWD ?? ".", path);
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

export function sizeText(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** step;
  return `${step === 0 ? value : value.toFixed(1)} ${UNITS[step]}`;
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
