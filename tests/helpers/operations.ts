import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Client } from "pg";
import { describeVariables } from "#lib/server/env.ts";

const FOLDER = join(import.meta.dirname, "../../lib/local/operations");

export interface Told {
  code: number | null;
  out: string;
  err: string;
}

/** Runs an operator's command as npm does: in a process of its own, by default with this test's database and data. */
export async function operate(
  command: "backup" | "restore" | "doctor" | "admin",
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Told> {
  const child = spawn(process.execPath, [join(FOLDER, `${command}.ts`), ...args], {
    env: { NODE_ENV: "production", ...inherited(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const told = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (told.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (told.err += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...told };
}

/** What the doctor says of one thing. */
export function linesOf({ out }: Told, what: string): string[] {
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
  return { ...cleared, DATA_DIR: dataDir };
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
