import { describe, expect, test } from "vitest";
import { FUNCTION_SECONDS, previewOrigins } from "#lib/server/env/env-deployment.ts";
import { parseEnv } from "#lib/server/env/env.ts";
import { problemsOf } from "#tests/helpers/env-problems.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const WORKING = { BETTER_AUTH_SECRET: SECRET, REALTIME_SECRET: SECRET, INTERNAL_SECRET: SECRET };
const BRANCH = "wayfare-git-idea-team.vercel.app";
const DEPLOYMENT = "wayfare-a1b2c3-team.vercel.app";
const HOSTS = { VERCEL_URL: DEPLOYMENT, VERCEL_BRANCH_URL: BRANCH };
const PREVIEW = { VERCEL: "1", VERCEL_ENV: "preview", ...HOSTS };

function originsOf(source: Record<string, string>): string[] {
  return parseEnv({ ...WORKING, ...source }).TRUSTED_ORIGINS;
}

/** Returns the problems that the check reports, by variable name. */
function problems(source: Record<string, string>): Record<string, string> {
  return problemsOf({ ...WORKING, ...source });
}

describe("a preview", () => {
  test("is opened at its own host, and trusted there and at its branch's, and nowhere else", () => {
    expect(parseEnv({ ...WORKING, ...PREVIEW })).toMatchObject({
      BASE_URL: `https://${DEPLOYMENT}`,
      TRUSTED_ORIGINS: [`https://${DEPLOYMENT}`, `https://${BRANCH}`, "app://"],
    });
  });

  test("without a branch is trusted at its own host alone", () => {
    const { VERCEL_BRANCH_URL: _, ...source } = PREVIEW;
    expect(parseEnv({ ...WORKING, ...source })).toMatchObject({
      BASE_URL: `https://${DEPLOYMENT}`,
      TRUSTED_ORIGINS: [`https://${DEPLOYMENT}`, "app://"],
    });
  });

  test("with an address of its own keeps that", () => {
    const { BASE_URL, TRUSTED_ORIGINS } = parseEnv({
      ...WORKING,
      ...PREVIEW,
      BASE_URL: "https://next.trips.example",
    });
    expect(BASE_URL).toBe("https://next.trips.example");
    expect(TRUSTED_ORIGINS).toContain(`https://${DEPLOYMENT}`);
  });

  test.each([
    ["*.vercel.app"],
    ["wayfare-*-team.vercel.app"],
    ["https://wayfare.vercel.app"],
    ["wayfare.vercel.app/evil"],
    ["wayfare.vercel.app:8443"],
    ["user@wayfare.vercel.app"],
    ["wayfare.vercel.app,evil.example"],
    ["vercel"],
  ])("whose host is said to be %s does not start", (given) => {
    for (const name of ["VERCEL_URL", "VERCEL_BRANCH_URL"]) {
      expect(problems({ ...PREVIEW, [name]: given })).toEqual({
        [name]: expect.stringMatching(/not a host such as/),
      });
    }
  });

  test("that mails must say whom", () => {
    const mailing = { EMAIL_PROVIDER: "http-api", EMAIL_FROM: "a@b.example", EMAIL_API_KEY: "key" };
    expect(problems({ ...PREVIEW, ...mailing })).toEqual({
      EMAIL_ONLY_TO: expect.stringMatching(/must say whom/),
    });
    expect(problems({ ...PREVIEW, ...mailing, EMAIL_ONLY_TO: "ann@b.example,@team.example" })).toEqual({});
    expect(problems({ VERCEL: "1", BASE_URL: "https://a.example", ...mailing })).toEqual({});
  });
});

describe("the platform's own hosts are not trusted", () => {
  const BASE_URL = "https://trips.example";

  test.each([["production"], ["development"]])("where it is %s", (VERCEL_ENV) => {
    expect(originsOf({ ...PREVIEW, VERCEL_ENV, BASE_URL })).toEqual([BASE_URL, "app://"]);
  });

  test("where something else calls itself a preview", () => {
    expect(originsOf({ ...HOSTS, VERCEL_ENV: "preview", BASE_URL })).toEqual([BASE_URL, "app://"]);
    expect(previewOrigins({ ...HOSTS, VERCEL_ENV: "preview" })).toEqual([]);
  });

  test("and don't stand in for the address that people open", () => {
    expect(problems({ ...PREVIEW, VERCEL_ENV: "production" })).toEqual({
      BASE_URL: expect.stringMatching(/^is not set/),
    });
    expect(problems({ VERCEL: "1", VERCEL_ENV: "preview" })).toEqual({
      BASE_URL: expect.stringMatching(/^is not set/),
    });
  });
});

test("a run of the agent ends before the function that it runs in", () => {
  const source = { VERCEL: "1", BASE_URL: "https://trips.example" };
  const longest = FUNCTION_SECONDS - 30;
  expect(problems({ ...source, AGENT_MAX_SECONDS: String(longest) })).toEqual({});
  expect(problems({ ...source, AGENT_MAX_SECONDS: String(longest + 1) })).toEqual({
    AGENT_MAX_SECONDS: expect.stringMatching(/more than the 270 seconds/),
  });
  expect(problems({ AGENT_MAX_SECONDS: "3600" })).toEqual({});
  // The default of `AGENT_MAX_SECONDS` is short enough too.
  expect(parseEnv({ ...WORKING, ...source }).AGENT_MAX_SECONDS).toBeLessThanOrEqual(longest);
});

test.each([
  ["CRON_SECRET", "short", /too short/],
  ["BIND_ADDRESS", "10.0.0.7", /accepted values/],
  ["EMAIL_ONLY_TO", "ann", /addresses and domains/],
  ["EMAIL_ONLY_TO", "ann@b.example,*", /addresses and domains/],
  ["DATABASE_URL_UNPOOLED", "localhost", /postgresql:\/\/user/],
  ["VERCEL_ENV", "staging", /accepted values/],
])("%s=%s is refused", (name, value, message) => {
  expect(problems({ [name]: value })).toEqual({ [name]: expect.stringMatching(message) });
});
