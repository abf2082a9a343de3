// @long: starts a service per configuration
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMiniProgramPerson } from "#tests/doubles/mini-program-platform.ts";
import type { App } from "#tests/helpers/app.ts";
import { miniProgram } from "./doubles.ts";
import { BrowserClient, HttpClient, textAt } from "./http-client.ts";
import { launchOther, startOther } from "./other-service.ts";
import { newCredentials } from "./people.ts";
import { unusedPort } from "#tests/helpers/ports.ts";

const PAIRS = [
  ["PRIMARY_OAUTH_CLIENT_ID", "PRIMARY_OAUTH_CLIENT_SECRET"],
  ["WEB_QR_APP_ID", "WEB_QR_APP_SECRET"],
  ["MINI_PROGRAM_APP_ID", "MINI_PROGRAM_APP_SECRET"],
] as const;

test("Configuration › half a pair, a short secret, a bad provider and a missing key are named all at once, and nothing starts", async () => {
  const refused = await launchOther("refused", {
    ...Object.fromEntries(PAIRS.map(([, secret]) => [secret, ""])),
    BETTER_AUTH_SECRET: "too short",
    EMAIL_PROVIDER: "http-api",
    EMAIL_API_KEY: "",
    EMAIL_FROM: "",
    STORAGE_DRIVER: "s3",
    CAPTCHA_PROVIDER: "captcha-widget",
    CAPTCHA_SECRET_KEY: "",
    BASE_URL: "not a url",
  });
  expect(await refused.exited).toBe(1);
  const named = [
    ...PAIRS.map(([, secret]) => secret),
    "BETTER_AUTH_SECRET",
    "EMAIL_API_KEY",
    "EMAIL_FROM",
    "S3_BUCKET",
    "CAPTCHA_SECRET_KEY",
    "BASE_URL",
  ];
  const said = refused.log();
  expect(named.filter((name) => !said.includes(name))).toEqual([]);
  expect(said).not.toContain("too short\n");
});

test.each(PAIRS)("Configuration › `%s` without `%s` refuses to start", async (id, secret) => {
  const refused = await launchOther(`half-${id}`, { [secret]: "" });
  expect(await refused.exited).toBe(1);
  expect(refused.log()).toContain(secret);
  expect(refused.log()).not.toContain("is ready");
});

test("Configuration › what is not configured is off: no provider, no mini-program, no captcha, no agent", async () => {
  const none = Object.fromEntries(PAIRS.flat().map((name) => [name, ""]));
  const service = await startOther("bare", none);
  try {
    const client = new HttpClient({ url: service.url });
    for (const provider of ["idp-primary", "idp-qr"]) {
      const social = await new BrowserClient({ url: service.url }).post("/api/auth/sign-in/social", {
        provider,
      });
      expect(social.status).toBe(404);
      const start = await client.get(`/api/mobile-auth/oauth/start?provider=${provider}`);
      expect(start.headers.get("location")).toBe("app://auth/callback?error=oauth_unavailable");
    }
    const code = await miniProgram.loginCode(newMiniProgramPerson());
    const mini = await client.post("/api/auth/mini-program/sign-in", { code });
    expect(mini).toMatchObject({
      status: 404,
      body: { code: expect.any(String), requestId: expect.any(String) },
    });
    expect((await client.post("/api/auth/sign-up/email", newCredentials())).status).toBe(200);
  } finally {
    await service.stop();
  }
});

describe("with only the cached database path configured", () => {
  let service: App;

  beforeAll(async () => {
    const DATABASE_CACHED_URL = "postgresql://nobody@127.0.0.1:1/none";
    service = await startOther("only-cached", { DATABASE_URL: "", DATABASE_CACHED_URL });
  });

  afterAll(() => service.stop());

  test("Write echo › 5: when a cached database path is configured and the non-cached one is missing, the service answers 503", async () => {
    const client = new HttpClient({ url: service.url });
    const answers = [
      await client.get("/api/auth/get-session"),
      await client.post("/api/auth/sign-in/email", newCredentials()),
      await client.post("/api/auth/sign-up/email", newCredentials()),
      await client.post("/api/auth/mini-program/sign-in", { code: "some-code" }),
      await client.get("/api/trips", { authorization: "Bearer some-token-or-other-of-somebody" }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 503,
        body: { code: "UNAVAILABLE", requestId: expect.any(String) },
      });
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
    }
  });

  test("Errors › cached database path configured but fresh path missing: 503, with CORS headers for who may read it", async () => {
    const answer = await new HttpClient({ url: service.url }).get("/api/auth/get-session", {
      origin: "app://",
    });
    expect(answer).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    expect(answer.headers.get("access-control-allow-origin")).toBe("app://");
  });
});

test("Authentication › 8: `BASE_URL` is the public base of the authentication server", async () => {
  const port = String(await unusedPort("::"));
  const origin = "https://trips.wayfare.test";
  const service = await startOther("public-address", { BASE_URL: origin, PORT: port });
  try {
    const browser = new BrowserClient({ url: `http://localhost:${port}`, origin });
    const started = await browser.post("/api/auth/sign-in/social", { provider: "idp-qr" });
    const redirectUri = new URL(textAt(started, "url")).searchParams.get("redirect_uri");
    expect(redirectUri).toBe(`${origin}/api/auth/callback/idp-qr`);
    expect(started.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^__Secure-.*;\s*Secure/i));
  } finally {
    await service.stop();
  }
});

test("Authentication › 8: `BETTER_AUTH_SECRET` is at least 32 characters", async () => {
  const refused = await launchOther("secret-of-31", { BETTER_AUTH_SECRET: "s".repeat(31) });
  expect(await refused.exited).toBe(1);
  expect(refused.log()).toContain("BETTER_AUTH_SECRET");
});
