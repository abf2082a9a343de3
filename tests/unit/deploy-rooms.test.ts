import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answerJson, type LoopbackServer, readText, startLoopback } from "#tests/doubles/loopback-server.ts";

const SCRIPT = join(import.meta.dirname, "../../lib/local/deploy-rooms.ts");
const SECRET = "0123456789abcdef0123456789abcdef";
const SETTINGS = { BASE_URL: "https://trips.example", REALTIME_SECRET: SECRET };

interface Deed {
  what: string;
  by: string | undefined;
  body: string;
}

let cloud: LoopbackServer;
let folder: string;
let deeds: Deed[];

beforeAll(async () => {
  cloud = await startLoopback(async (request, response) => {
    const body = await readText(request);
    if (request.url?.startsWith("/parties/"))
      deeds.push({ what: `${request.method} ${request.url}`, by: request.headers.authorization, body });
    answerJson(response, 200, { result: { is_initial_deploy: false } });
  });
  folder = mkdtempSync(join(tmpdir(), "wayfare-deploy-"));
  writeFileSync(join(folder, ".env"), "DATABASE_URL=postgresql://known-only-to-the-service\n");
});

afterAll(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  deeds = [];
});

async function deploy(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    cwd: folder,
    env: {
      NODE_ENV: "production",
      PARTYKIT_API_BASE: cloud.url,
      GITHUB_TOKEN: "token",
      GITHUB_LOGIN: "ann",
      HOME: folder,
      ...env,
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  const [code]: (number | null)[] = await once(child, "close");
  return { code: code ?? null, said };
}

function told({ body }: Deed): unknown {
  return JSON.parse(/name="vars"\r\n\r\n(.*)\r\n/.exec(body)?.[1] ?? "null");
}

test("the rooms are told where the API is and whom to trust, and nothing else of the service", async () => {
  const bypass = { VERCEL_AUTOMATION_BYPASS_SECRET: "key-of-previews" };
  expect(
    await deploy([], { ...SETTINGS, ...bypass, TRUSTED_ORIGINS: "https://B.example:443" }),
  ).toMatchObject({
    code: 0,
  });
  expect(deeds.map(({ what, by }) => [what, by])).toEqual([["POST /parties/ann/wayfare", "Bearer token"]]);
  const [deed] = deeds;
  expect(deed && told(deed)).toEqual({
    API_URL: SETTINGS.BASE_URL,
    REALTIME_SECRET: SECRET,
    TRUSTED_ORIGINS: "https://trips.example,https://b.example",
  });
  // The code contains both kinds of rooms, and nothing from an `.env` file, whose values PartyKit would include.
  expect(deed?.body).toContain("InboxState");
  expect(deed?.body).not.toContain("known-only-to-the-service");
});

test("rooms of a preview stand beside the others, know the way past its protection, and go alone", async () => {
  const bypass = { VERCEL_AUTOMATION_BYPASS_SECRET: "key-of-previews" };
  expect(await deploy(["--preview", "pr-7"], { ...SETTINGS, ...bypass })).toMatchObject({ code: 0 });
  expect(await deploy(["--preview", "pr-7", "--delete"], {})).toMatchObject({ code: 0 });
  expect(deeds.map(({ what }) => what)).toEqual([
    "POST /parties/ann/wayfare?preview=pr-7",
    "DELETE /parties/ann/wayfare?preview=pr-7",
  ]);
  expect(deeds[0] && told(deeds[0])).toEqual({
    API_URL: SETTINGS.BASE_URL,
    REALTIME_SECRET: SECRET,
    TRUSTED_ORIGINS: "https://trips.example,app://",
    API_BYPASS_SECRET: "key-of-previews",
  });
});

test.each([
  [[], {}, /BASE_URL is not set.*\n.*REALTIME_SECRET is not set/],
  [[], { ...SETTINGS, REALTIME_SECRET: "short" }, /REALTIME_SECRET is too short/],
  [["--delete"], SETTINGS, /Only rooms of a preview/],
  [["--preview", "../production"], SETTINGS, /no name for rooms/],
  [["--preview", ""], SETTINGS, /no name for rooms/],
])("%o with %o deploys nothing", async (args, env, message) => {
  const { code, said } = await deploy(args, env);
  expect(code).toBe(1);
  expect(said).toMatch(message);
  expect(deeds).toEqual([]);
});
