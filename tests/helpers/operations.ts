import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Client } from "pg";
import { describeVariables } from "#lib/server/env/env.ts";

const FOLDER = join(import.meta.dirname, "../../lib/local");

export interface CommandResult {
  code: number | null;
  out: string;
  err: string;
}

const FILES = {
  backup: "operations/backup.ts",
  restore: "operations/restore.ts",
  doctor: "operations/doctor.ts",
  admin: "operations/admin.ts",
  "db:migrate": "prepare-database.ts",
} as const;
type Command = keyof typeof FILES;

/** Runs an operator's command as npm does, in its own process, by default with this test's database and data. */
export function runOperation(
  command: Command,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return startOperation(command, args, env).told;
}

/** Starts an operator's command as npm does, so that a test can interrupt it as Ctrl-C does. */
export function startOperation(
  command: Command,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): { told: Promise<CommandResult>; interrupt(): void } {
  const child = spawn(process.execPath, [join(FOLDER, FILES[command]), ...args], {
    env: { NODE_ENV: "production", ...inherited(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.err += text));
  const told = once(child, "close").then(([code]: (number | null)[]) => ({ code: code ?? null, ...said }));
  return { told, interrupt: () => void child.kill("SIGINT") };
}

/** Returns the lines of the doctor's report about one subject. */
export function doctorLines({ out }: CommandResult, what: string): string[] {
  return out.split("\n").filter((line) => line.slice(9, 25).trim() === what);
}

/**
 * Returns this process's environment, with the empty string for each unset variable, because the command would fill
 * those left out from a developer's `.env` file.
 */
function inherited(): Record<string, string> {
  const names = describeVariables().map(({ name }) => name);
  const own = Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""]));
  return { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...own };
}

/**
 * Returns the environment of a machine where only the data folder is configured, so that the service uses an embedded
 * database.
 */
export function embeddedDatabaseEnv(dataDir: string): Record<string, string> {
  const cleared = Object.fromEntries(describeVariables().map(({ name }) => [name, ""]));
  // With open services off, the service calls no server outside this machine.
  return { ...cleared, OPEN_SERVICES: "off", DATA_DIR: dataDir };
}

/** Opens a connection to a database, runs `work` with it and closes it. */
export async function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
