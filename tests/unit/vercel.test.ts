import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { FUNCTION_SECONDS } from "#lib/server/env/env-deployment.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const Settings = z.strictObject({
  $schema: z.url(),
  framework: z.literal("nextjs"),
  installCommand: z.string(),
  buildCommand: z.string(),
  regions: z.array(z.string()).length(1),
  fluid: z.literal(true),
  git: z.strictObject({ deploymentEnabled: z.record(z.string(), z.boolean()) }),
  crons: z.array(z.strictObject({ path: z.string(), schedule: z.string() })),
});
const settings = Settings.parse(JSON.parse(read("vercel.json")));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read("package.json")));

describe("vercel.json", () => {
  test("builds by a script of the project", () => {
    const [, script = ""] = /^npm run (\S+)$/.exec(settings.buildCommand) ?? [];
    const [, file = ""] = /node (\S+)/.exec(scripts[script] ?? "") ?? [];
    expect(file).toMatch(/\.ts$/);
    expect(existsSync(join(ROOT, file))).toBe(true);
    // If NODE_ENV is set, npm would otherwise leave out the packages that the build needs.
    expect(settings.installCommand).toBe("npm ci --include=dev");
  });

  test("deploys main by itself and nothing else: previews have a workflow", () => {
    expect(settings.git.deploymentEnabled).toEqual({ "**": false, main: true });
  });

  test("calls paths that take a cron's GET, once a minute", () => {
    expect(settings.crons).toEqual([{ path: "/api/internal/tick", schedule: "* * * * *" }]);
    const [{ path } = { path: "" }] = settings.crons;
    expect(read(`app${path}/route.ts`)).toMatch(/^  GET: internalRoute\(.*secret: "CRON_SECRET"/m);
  });
});

describe("functions that work on after their answer", () => {
  const routes = globSync("app/**/{route.ts,page.tsx}", { cwd: ROOT });
  const long = routes.filter((path) => read(path).includes("maxDuration"));

  test("have as long as the settings count on", () => {
    expect(long.toSorted()).toEqual([
      "app/api/internal/tick/route.ts",
      "app/api/trips/[tripId]/agent/messages/route.ts",
      "app/api/trips/[tripId]/agent/stream/route.ts",
    ]);
    for (const path of long) expect(read(path)).toContain(`export const maxDuration = ${FUNCTION_SECONDS};`);
  });
});

function build(env: Record<string, string>) {
  const script = join(ROOT, "lib/local/vercel-build.ts");
  const platform = { NODE_ENV: "production", VERCEL: "1", VERCEL_ENV: "production" } as const;
  return spawnSync(process.execPath, [script], { env: { ...platform, ...env }, encoding: "utf8" });
}

describe("a build for production", () => {
  const SECRET = "0123456789abcdef0123456789abcdef";
  const SECRETS = { BETTER_AUTH_SECRET: SECRET, REALTIME_SECRET: SECRET, INTERNAL_SECRET: SECRET };

  test.each([
    [{}, /4 settings need attention\.\n(.*\n)*.*BASE_URL is not set/],
    [{ ...SECRETS, BASE_URL: "https://trips.example" }, /DATABASE_URL is not set/],
    [
      {
        ...SECRETS,
        BASE_URL: "https://trips.example",
        DATABASE_URL: "postgresql://u:p@ep-a-pooler.us-east-1.aws.neon.tech/w",
      },
      /set DATABASE_URL_UNPOOLED/,
    ],
  ])("with %o says what is missing before it builds anything", (env, message) => {
    const { status, stdout, stderr } = build(env);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(message);
  });
});
