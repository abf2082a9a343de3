import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Client } from "pg";
import { describeVariables } from "#lib/server/env.ts";

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

/** Runs an operator's command as npm does: in a process of its own, by default with this test's database and data. */
export function operate(
  command: Command,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return startOperation(command, args, env).told;
}

/** The same, to be interrupted as by Ctrl-C. */
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

/** What the doctor says of one thing. */
export function linesOf({ out }: CommandResult, what: string): string[] {
  return out.split("\n").filter((line) => line.slice(9, 25).trim() === what);
}

/** Nothing where this test has nothing: an `.env` file of the developer then does not fill it in. */
function inherited(): Record<string, string> {
  const names = describeVariables().map(({ name }) => name);
  const own = Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""]));
  return { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...own };
}

/** A machine where nothing is configured but its folder: it has an embedded database. */
export function embeddedIn(dataDir: string): Record<string, string> {
  const cleared = Object.fromEntries(describeVariables().map(({ name }) => [name, ""]));
  // Nothing leaves this machine.
  return { ...cleared, OPEN_SERVICES: "off", DATA_DIR: dataDir };
}

/** A connection of one's own to any database. */
export async function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
