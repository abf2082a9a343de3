import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answerJson, type LoopbackServer, readText, startLoopback } from "#tests/doubles/loopback-server.ts";

/* A double of Neon's API on loopback: https://neon.com/docs/reference/api */

const SCRIPT = join(import.meta.dirname, "../../lib/local/neon-branch.ts");
const KEY = "key-of-the-previews";
const PROJECT = "/projects/cool-rain-1";

let neon: LoopbackServer;
let folder: string;
let branches: { id: string; name: string }[];
let asked: string[];
let busyTimes: number;
let made: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wayfare-neon-"));
  neon = await startLoopback(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://neon.test");
    const what = `${request.method} ${url.pathname}`;
    asked.push(what);
    if (request.headers.authorization !== `Bearer ${KEY}`) return answerJson(response, 401, {});
    if (busyTimes-- > 0)
      return answerJson(response, 423, { message: "project already has running operations" });
    const text = await readText(request);
    if (what === `GET ${PROJECT}/branches`) {
      const part = url.searchParams.get("search") ?? "";
      return answerJson(response, 200, { branches: branches.filter(({ name }) => name.includes(part)) });
    }
    if (what === `POST ${PROJECT}/branches`) {
      const { branch, endpoints } = JSON.parse(text);
      if (endpoints[0].type !== "read_write") return answerJson(response, 400, {});
      made += 1;
      branches.push({ id: `br-new-${made}`, name: branch.name });
      return answerJson(response, 201, { branch: branches.at(-1) });
    }
    if (what === `GET ${PROJECT}/connection_uri`) {
      const { branch_id, database_name, role_name, pooled } = Object.fromEntries(url.searchParams);
      const host = `ep-${branch_id}${pooled === "true" ? "-pooler" : ""}.aws.neon.tech`;
      return answerJson(response, 200, { uri: `postgresql://${role_name}:secret@${host}/${database_name}` });
    }
    const id = url.pathname.split("/").at(-1);
    branches = branches.filter((branch) => branch.id !== id);
    answerJson(response, 200, {});
  });
});

afterAll(async () => {
  await neon.stop();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  branches = [
    { id: "br-main", name: "production" },
    { id: "br-70", name: "pr-70" },
  ];
  asked = [];
  busyTimes = 0;
  made = 0;
});

async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    env: {
      NODE_ENV: "production",
      NEON_API_URL: neon.url,
      NEON_API_KEY: KEY,
      NEON_PROJECT_ID: "cool-rain-1",
      ...env,
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  const [code]: (number | null)[] = await once(child, "close");
  return { code, said };
}

/** Returns the addresses of a branch, with and without connection pooling. */
function addresses(id: string): [string, string] {
  const pooled = `postgresql://neondb_owner:secret@ep-${id}-pooler.aws.neon.tech/neondb`;
  return [pooled, pooled.replace("-pooler", "")];
}

test("a branch is made anew each time, and its addresses are outputs that no log shows", async () => {
  for (const id of ["br-new-1", "br-new-2"]) {
    const [pooled, unpooled] = addresses(id);
    const output = join(folder, "output");
    writeFileSync(output, "");
    const { code, said } = await run(["create", "pr-7"], { GITHUB_OUTPUT: output });
    expect([code, said]).toEqual([0, `::add-mask::${pooled}\n::add-mask::${unpooled}\n`]);
    expect(readFileSync(output, "utf8")).toBe(`pooled=${pooled}\nunpooled=${unpooled}\n`);
    // The branch of the previous push, with the results of its migrations, was deleted.
    expect(branches.map(({ name }) => name)).toEqual(["production", "pr-70", "pr-7"]);
    expect(branches.at(-1)?.id).toBe(id);
  }
});

test("one that is busy is asked again", async () => {
  busyTimes = 2;
  const [pooled, unpooled] = addresses("br-new-1");
  expect(await run(["create", "pr-7"])).toEqual({
    code: 0,
    said: `pooled=${pooled}\nunpooled=${unpooled}\n`,
  });
});

test("only the branch of that very name is deleted, and none that is not there", async () => {
  expect(await run(["delete", "pr-7"])).toMatchObject({ code: 0, said: "There is no branch pr-7.\n" });
  expect(await run(["delete", "pr-70"])).toMatchObject({ code: 0, said: "The branch pr-70 is deleted.\n" });
  expect(branches).toEqual([{ id: "br-main", name: "production" }]);
});

test.each([
  [["delete", "production"], {}, /pr- and a number/],
  [["create", "pr-7/../.."], {}, /pr- and a number/],
  [["create"], {}, /pr- and a number/],
  [["rename", "pr-7"], {}, /Say create or delete/],
  [["create", "pr-7"], { NEON_API_KEY: "wrong" }, /Neon answered 401 to GET \/branches\./],
])("%o with %o is refused", async (args, env, message) => {
  const { code, said } = await run(args, env);
  expect(code).not.toBe(0);
  expect(said).toMatch(message);
  expect(asked.filter((what) => !what.startsWith("GET"))).toEqual([]);
});
