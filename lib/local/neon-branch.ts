// Creates or deletes the branch of a Neon database for one preview: `node lib/local/neon-branch.ts create NAME`, and
// `delete NAME`. In a workflow its addresses become the outputs `pooled` and `unpooled`, and are kept out of the log.
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { environment } from "#lib/server/env/env.ts";

const PATIENCE_MS = 60_000;
/** The status with which Neon refuses an operation while another one runs: it runs one at a time per project. */
const BUSY = 423;

const Settings = z.object({
  NEON_API_KEY: z.string({ error: "NEON_API_KEY is not set" }),
  NEON_PROJECT_ID: z.string({ error: "NEON_PROJECT_ID is not set" }).regex(/^[a-z\d-]+$/),
  NEON_API_URL: z.url().default("https://console.neon.tech/api/v2"),
  NEON_DATABASE: z.string().default("neondb"),
  NEON_ROLE: z.string().default("neondb_owner"),
  GITHUB_OUTPUT: z.string().optional(),
});
const Branch = z.object({ id: z.string(), name: z.string() });
const Branches = z.object({ branches: z.array(Branch) });
const Address = z.object({ uri: z.string() });

const settings = Settings.parse(environment());

async function ask<T>(method: string, path: string, shape: z.ZodType<T>, body?: object): Promise<T> {
  const url = `${settings.NEON_API_URL}/projects/${settings.NEON_PROJECT_ID}${path}`;
  const headers = new Headers({
    authorization: `Bearer ${settings.NEON_API_KEY}`,
    accept: "application/json",
  });
  if (body) headers.set("content-type", "application/json");
  for (const giveUpAt = Date.now() + PATIENCE_MS; ; await sleep(1000)) {
    const request = {
      method,
      headers,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    };
    const answer = await fetch(url, request);
    if (answer.ok) return shape.parse(await answer.json());
    if (answer.status !== BUSY || Date.now() > giveUpAt) {
      throw new Error(`Neon answered ${answer.status} to ${method} ${path.replace(/\?.*/, "")}.`);
    }
  }
}

async function find(name: string): Promise<string | undefined> {
  // Neon's search also finds branches whose names only contain the text.
  const { branches } = await ask("GET", `/branches?search=${encodeURIComponent(name)}`, Branches);
  return branches.find((branch) => branch.name === name)?.id;
}

async function make(name: string): Promise<string> {
  const wish = { branch: { name }, endpoints: [{ type: "read_write" }] };
  return (await ask("POST", "/branches", z.object({ branch: Branch }), wish)).branch.id;
}

async function addressOf(branchId: string, pooled: boolean): Promise<string> {
  const { NEON_DATABASE: database_name, NEON_ROLE: role_name } = settings;
  const query = new URLSearchParams({
    branch_id: branchId,
    database_name,
    role_name,
    pooled: String(pooled),
  });
  return (await ask("GET", `/connection_uri?${query}`, Address)).uri;
}

async function create(name: string): Promise<void> {
  // The branch is made anew each time, since a migration that has changed since the last push can't run again on the
  // old result.
  await removeIfThere(name);
  const id = await make(name);
  for (const [output, pooled] of [
    ["pooled", true],
    ["unpooled", false],
  ] as const) {
    const uri = await addressOf(id, pooled);
    if (settings.GITHUB_OUTPUT === undefined) console.log(`${output}=${uri}`);
    else {
      console.log(`::add-mask::${uri}`);
      appendFileSync(settings.GITHUB_OUTPUT, `${output}=${uri}\n`);
    }
  }
}

async function removeIfThere(name: string): Promise<boolean> {
  const id = await find(name);
  if (id !== undefined) await ask("DELETE", `/branches/${id}`, z.unknown());
  return id !== undefined;
}

async function remove(name: string): Promise<void> {
  const wasThere = await removeIfThere(name);
  console.log(wasThere ? `The branch ${name} is deleted.` : `There is no branch ${name}.`);
}

const [deed, name = ""] = process.argv.slice(2);
// Only branches of previews are made or deleted: the name comes from a pull request, and other branches hold user data.
if (!/^pr-\d+$/.test(name)) throw new Error("A preview's branch is named pr- and a number.");
if (deed === "create") await create(name);
else if (deed === "delete") await remove(name);
else throw new Error("Say create or delete.");
