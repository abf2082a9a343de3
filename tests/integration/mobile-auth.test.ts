// @alone: sets the environment, which the service reads once
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import * as complete from "#app/api/mobile-auth/oauth/complete/route.ts";
import * as exchange from "#app/api/mobile-auth/oauth/exchange/route.ts";
import * as start from "#app/api/mobile-auth/oauth/start/route.ts";
import { verifications } from "#db/schema/auth.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { newOpenIdPerson, startOpenIdProvider } from "#tests/doubles/openid-provider.ts";
import { authApi, ORIGIN, signUpAndVerify, UUID_V7 } from "#tests/helpers/auth-api.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { mobileStartCookie } from "#tests/helpers/mobile-start.ts";
import { returnFromProvider, cookiesOf } from "#tests/helpers/provider-walk.ts";
import { totp } from "#tests/helpers/totp.ts";

const client = { clientId: "mobile-bridge", clientSecret: "secret-of-the-client" };
const redirectUri = `${ORIGIN}/api/auth/callback/idp-primary`;
const openId = await startOpenIdProvider({ ...client, redirectUri });
Object.assign(process.env, {
  PRIMARY_OAUTH_CLIENT_ID: client.clientId,
  PRIMARY_OAUTH_CLIENT_SECRET: client.clientSecret,
  PRIMARY_OAUTH_ISSUER: openId.issuer,
});

useMailbox();
afterAll(() => openId.stop());

const BASE = `${ORIGIN}/api/mobile-auth/oauth`;

function begin(provider: string | null): Promise<Response> {
  const query = provider === null ? "" : `?provider=${encodeURIComponent(provider)}`;
  return start.GET(new Request(`${BASE}/start${query}`));
}

function finish(headers: Record<string, string>): Promise<Response> {
  return complete.GET(new Request(`${BASE}/complete`, { headers }));
}

async function swap(body: unknown): Promise<{ status: number; body: unknown; headers: Headers }> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await exchange.POST(new Request(`${BASE}/exchange`, init));
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** Returns the code for the app after a sign-in by cookie in a browser that the app has opened. */
async function codeFor(cookie: string, opened = mobileStartCookie()): Promise<string> {
  const response = await finish({ cookie: `${cookie}; ${opened}` });
  const location = response.headers.get("location") ?? "";
  expect(location).toMatch(/^app:\/\/auth\/callback\?code=/);
  return new URL(location).searchParams.get("code") ?? "";
}

/** Returns the cookie of a sign-in's start, which is set in addition to the provider's own, as `name=value`. */
function startOf(headers: Headers): string {
  return (
    cookiesOf(headers)
      .split("; ")
      .find((pair) => pair.includes("mobile-start=")) ?? ""
  );
}

const spent = {
  status: 400,
  body: { code: "INVALID_CODE", message: expect.any(String), requestId: expect.stringMatching(UUID_V7) },
};

describe("start", () => {
  test.each([null, "", "idp-qr", "google", "idp-primary\r\nx: y"])(
    "with the provider %j, which is not there, says so to the app",
    async (provider) => {
      const response = await begin(provider);
      expect(response.status).toBe(302);
      expect(response.headers.get("location")).toBe("app://auth/callback?error=oauth_unavailable");
    },
  );

  test("sends to the provider and gives the state cookies along", async () => {
    const response = await begin("idp-primary");
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toMatch(new RegExp(`^${openId.url}/auth\\?`));
    expect(response.headers.getSetCookie().join()).toMatch(/state=.*HttpOnly/);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  test("takes GET only", async () => {
    const response = await start.POST(new Request(`${BASE}/start`, { method: "POST" }));
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, OPTIONS");
  });
});

test("the whole way: provider, browser, app", async () => {
  const person = newOpenIdPerson();
  openId.signInAs(person);
  const started = await begin("idp-primary");
  const walk = await returnFromProvider(
    started.headers.get("location") ?? "",
    openId.url,
    cookiesOf(started.headers),
  );
  expect(walk.location.href).toBe(`${BASE}/complete`);
  const swapped = await swap({ code: await codeFor(walk.cookie, startOf(started.headers)) });
  expect(swapped).toMatchObject({
    status: 200,
    body: {
      token: expect.any(String),
      session: { userId: expect.any(String) },
      user: { email: person.email },
    },
  });
  const { token } = swapped.body as { token: string };
  expect(await authApi().get("/get-session", { authorization: `Bearer ${token}` })).toMatchObject({
    body: { user: { email: person.email } },
  });
  expect(walk.cookie).not.toContain(token);
  expect(swapped.headers.getSetCookie()).toEqual([]);
});

test("a refusal at the provider comes to the app", async () => {
  openId.signInAs(null);
  const started = await begin("idp-primary");
  const walk = await returnFromProvider(
    started.headers.get("location") ?? "",
    openId.url,
    cookiesOf(started.headers),
  );
  expect(walk.location.href).toMatch(/^app:\/\/auth\/callback\?error=access_denied/);
});

describe("complete", () => {
  test("without a session, or with a bearer's, gives no code", async () => {
    const { token } = await signUpAndVerify();
    const forged = { cookie: "better-auth.session_token=forged.x" };
    const bearer = { authorization: `Bearer ${token}` };
    const strangers: Record<string, string>[] = [
      {},
      forged,
      bearer,
      { ...bearer, cookie: mobileStartCookie() },
    ];
    for (const headers of strangers) {
      const response = await finish(headers);
      expect(response.status).toBe(302);
      expect(response.headers.get("location")).toBe("app://auth/callback?error=unauthorized");
    }
  });

  test("stores only a hash, for three minutes", async () => {
    const code = await codeFor((await signUpAndVerify()).cookie);
    const rows = await freshDatabase().drizzle.select().from(verifications);
    expect(JSON.stringify(rows)).not.toContain(code);
    const row = rows.find(({ identifier }) => identifier.startsWith("mobile-oauth-"));
    expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(170_000);
    expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(180_000);
  });
});

describe("exchange", () => {
  test.each([[{}], [{ code: "" }], [{ code: 5 }], [{ code: "x".repeat(200) }], [[]]])(
    "refuses %j",
    async (body) => {
      expect(await swap(body)).toMatchObject({ status: 422, body: { code: "VALIDATION_FAILED" } });
    },
  );

  test("refuses an unknown code", async () => {
    expect(await swap({ code: "nobody" })).toMatchObject(spent);
  });

  test("eight at once with one code: one gets a session of its own", async () => {
    const { cookie, token } = await signUpAndVerify();
    const code = await codeFor(cookie);
    const answers = await Promise.all(Array.from({ length: 8 }, () => swap({ code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
    const won = answers.find(({ status }) => status === 200)?.body as { token: string };
    expect(won.token).not.toBe(token);
    expect(await swap({ code })).toMatchObject(spent);
  });

  test("refuses a code after three minutes", async () => {
    const { cookie } = await signUpAndVerify();
    const code = await codeFor(cookie);
    const { drizzle } = freshDatabase();
    await drizzle.update(verifications).set({ expiresAt: new Date(Date.now() - 1) });
    expect(await swap({ code })).toMatchObject(spent);
  });

  test("refuses a code of a session that was signed out meanwhile", async () => {
    const { cookie } = await signUpAndVerify();
    const code = await codeFor(cookie);
    expect(await authApi().post("/sign-out", {}, { cookie, origin: ORIGIN })).toMatchObject({ status: 200 });
    expect(await swap({ code })).toMatchObject(spent);
  });
});

test("codes can't be guessed for long from one address", async () => {
  const headers = { "content-type": "application/json", "x-wayfare-client-ip": "203.0.113.9" };
  const guess = () =>
    exchange.POST(new Request(`${BASE}/exchange`, { method: "POST", headers, body: '{"code":"x"}' }));
  const answers = await Promise.all(Array.from({ length: 31 }, guess));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused[0]?.json()).toMatchObject({ code: "RATE_LIMITED" });
});

test("between the provider and the app stands the second factor", async () => {
  const person = newOpenIdPerson();
  openId.signInAs(person);
  const first = await begin("idp-primary");
  const { cookie } = await returnFromProvider(
    first.headers.get("location") ?? "",
    openId.url,
    cookiesOf(first.headers),
  );
  const own = { cookie, origin: ORIGIN };
  const enabled = await authApi().post("/two-factor/enable", {}, own);
  const { totpURI } = enabled.body as { totpURI: string };
  await authApi().post("/two-factor/verify-totp", { code: totp(totpURI) }, own);

  const again = await begin("idp-primary");
  const walk = await returnFromProvider(
    again.headers.get("location") ?? "",
    openId.url,
    cookiesOf(again.headers),
  );
  expect(walk.location.pathname).toBe("/two-factor");
  expect(walk.location.searchParams.get("next")).toBe("/api/mobile-auth/oauth/complete");
  expect((await finish({ cookie: walk.cookie })).headers.get("location")).toBe(
    "app://auth/callback?error=unauthorized",
  );
  const done = await authApi().post(
    "/two-factor/verify-totp",
    { code: totp(totpURI) },
    { cookie: walk.cookie, origin: ORIGIN },
  );
  expect(await swap({ code: await codeFor(cookiesOf(done.headers), startOf(again.headers)) })).toMatchObject({
    status: 200,
  });
});

test("no code is left behind", async () => {
  const code = await codeFor((await signUpAndVerify()).cookie);
  await swap({ code });
  const { drizzle } = freshDatabase();
  const rows = await drizzle.select().from(verifications).where(eq(verifications.value, code));
  expect(rows).toEqual([]);
});
