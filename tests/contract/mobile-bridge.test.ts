import { expect, test } from "vitest";
import { newOpenIdPerson } from "#tests/doubles/openid-provider.ts";
import { openId } from "./doubles.ts";
import { BrowserClient, HttpClient, textAt, valueAt } from "./http-client.ts";
import { type Visit, visit } from "./oauth.ts";
import { addSecondFactor, expectOk, newNativePerson, sessionOf } from "./people.ts";
import { query } from "./rows.ts";

const START = "/api/mobile-auth/oauth/start?provider=idp-primary";
const COMPLETE = "/api/mobile-auth/oauth/complete";
const EXCHANGE = "/api/mobile-auth/oauth/exchange";

/** Signs in as in a phone's web-authentication session, where only the start address is opened. */
async function signInOnPhone(browser = new BrowserClient(), person = newOpenIdPerson()): Promise<Visit> {
  await openId.signInAs(person);
  return visit(browser, `${browser.url}${START}`);
}

async function codeFrom(landing: string): Promise<string> {
  const url = new URL(landing);
  expect(`${url.protocol}//${url.host}${url.pathname}`).toBe("app://auth/callback");
  const code = url.searchParams.get("code");
  if (code) return code;
  throw new Error(`No code in ${landing}`);
}

test("Mobile OAuth bridge › GET /oauth/start: 302 to the identity provider, forwarding the OAuth state cookies", async () => {
  const answer = await new HttpClient().get(START);
  expect(answer.status).toBe(302);
  const location = new URL(answer.headers.get("location") ?? "");
  expect(location.origin).toBe(await openId.issuer());
  const redirectUri = `${new HttpClient().url.replace(/\/$/, "")}/api/auth/callback/idp-primary`;
  expect(location.searchParams.get("redirect_uri")).toBe(redirectUri);
  expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/state=.+;.*HttpOnly/));
});

test("Mobile OAuth bridge › GET /oauth/start: if the provider is not configured, redirects to `app://auth/callback?error=oauth_unavailable`", async () => {
  for (const search of ["?provider=idp-unknown", "?provider=credential", "?provider=", ""]) {
    const answer = await new HttpClient().get(`/api/mobile-auth/oauth/start${search}`);
    expect(answer.status, search).toBe(302);
    expect(answer.headers.get("location"), search).toBe("app://auth/callback?error=oauth_unavailable");
  }
});

test("Mobile OAuth bridge › GET /oauth/complete: redirects to `app://auth/callback?code=<code>`", async () => {
  const { landing, hops } = await signInOnPhone();
  expect(await codeFrom(landing)).toMatch(/^[\w-]{16,}$/);
  const complete = hops.find(({ url }) => new URL(url).pathname === COMPLETE);
  expect(complete?.status).toBe(302);
  expect(complete?.headers.get("cache-control")).toBe("private, no-store");
});

test("Mobile OAuth bridge › GET /oauth/complete: for a cookie-authenticated browser only", async () => {
  for (const client of [new HttpClient(), (await newNativePerson()).client]) {
    const answer = await client.get(COMPLETE);
    expect(answer.headers.get("location") ?? "").not.toContain("code=");
    expect([302, 401]).toContain(answer.status);
  }
});

test("Mobile OAuth bridge › GET /oauth/complete: creates a hashed single-use token valid 3 minutes", async () => {
  const browser = new BrowserClient();
  const before = Date.now();
  const { landing } = await signInOnPhone(browser);
  const code = await codeFrom(landing);
  const rows = await query<{ row: string; expires_at: Date }>(
    "select row_to_json(v)::text as row, expires_at from verifications v where created_at >= $1",
    [new Date(before - 1000)],
  );
  const lives = rows.map(({ expires_at }) => Math.round((expires_at.getTime() - before) / 1000));
  expect(lives.some((seconds) => seconds >= 178 && seconds <= 182)).toBe(true);
  expect(rows.some(({ row }) => row.includes(code))).toBe(false);
  const token = textAt(await sessionOf(browser), "session", "token");
  expect(rows.some(({ row }) => row.includes(token))).toBe(false);
});

test("Mobile OAuth bridge › POST /oauth/exchange: consumes the code; returns the session and its token", async () => {
  const person = newOpenIdPerson();
  const code = await codeFrom((await signInOnPhone(new BrowserClient(), person)).landing);
  const client = new HttpClient();
  const answer = await client.post(EXCHANGE, { code });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      token: expect.any(String),
      session: { userId: textAt(answer, "user", "id") },
      user: { email: person.email, name: person.name, image: person.picture, defaultCurrency: "JPY" },
    },
  });
  client.token = textAt(answer, "token");
  expect((await sessionOf(client)).body).toMatchObject({ user: { email: person.email } });
  expect((await client.get("/api/trips")).status).toBe(200);
  const again = await new HttpClient().post(EXCHANGE, { code });
  expect(again).toMatchObject({ status: 400, body: { code: "INVALID_CODE", requestId: expect.any(String) } });
});

test("Mobile OAuth bridge › POST /oauth/exchange: what is no code is refused", async () => {
  for (const body of [undefined, {}, { code: "" }, { code: 7 }, { code: "no-such-code" }]) {
    const answer = await new HttpClient().post(EXCHANGE, body);
    expect(answer.status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
    expect(answer.status, JSON.stringify(body)).toBeLessThan(429);
    expect(answer.body).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
  }
});

test("Mobile OAuth bridge › the session of the app is its own: signing out in the browser leaves it", async () => {
  const browser = new BrowserClient();
  const code = await codeFrom((await signInOnPhone(browser)).landing);
  const client = new HttpClient();
  client.token = textAt(expectOk(await client.post(EXCHANGE, { code })), "token");
  expect(textAt(await sessionOf(browser), "session", "token")).not.toBe(client.token.split(".")[0]);
  expectOk(await browser.post("/api/auth/sign-out"));
  expect((await sessionOf(client)).body).not.toBeNull();
});

test("Mobile OAuth bridge › the state cookie of the web-authentication session is shared with the provider callback", async () => {
  await openId.signInAs(newOpenIdPerson());
  const opened = await new HttpClient().get(START);
  const other = new BrowserClient();
  const { landing } = await visit(other, opened.headers.get("location") ?? "");
  expect(landing).not.toContain("code=");
  expect((await sessionOf(other)).body).toBeNull();
});

test("Mobile OAuth bridge › a refusal at the provider comes back to the app", async () => {
  await openId.signInAs(null);
  const browser = new BrowserClient();
  const { landing } = await visit(browser, `${browser.url}${START}`);
  expect(landing).toMatch(/^app:\/\/auth\/callback\?error=\w+/);
});

test("Mobile OAuth bridge › the long-lived session token never appears in a URL", async () => {
  const browser = new BrowserClient();
  const { hops, landing } = await signInOnPhone(browser);
  const answer = await new HttpClient().post(EXCHANGE, { code: await codeFrom(landing) });
  const tokens = [
    textAt(await sessionOf(browser), "session", "token"),
    textAt(answer, "token").split(".")[0] ?? "",
  ];
  const urls = hops.flatMap(({ url, headers }) => [url, headers.get("location") ?? ""]);
  for (const token of tokens) expect(urls.filter((url) => url.includes(token))).toEqual([]);
});

test("Mobile OAuth bridge › with a second factor the person proves it in the same browser before the code comes", async () => {
  const person = await newNativePerson();
  const factor = await addSecondFactor(person);
  const browser = new BrowserClient();
  const { landing } = await signInOnPhone(browser, newOpenIdPerson({ email: person.email }));
  expect(landing).not.toContain("code=");
  expect((await sessionOf(browser)).body).toBeNull();
  expectOk(await browser.post("/api/auth/two-factor/verify-totp", { code: factor.code() }));
  const done = await visit(browser, `${browser.url}${COMPLETE}`);
  const answer = expectOk(await new HttpClient().post(EXCHANGE, { code: await codeFrom(done.landing) }));
  expect(valueAt(answer, "user", "id")).toBe(person.id);
});

test("States › mobile OAuth code: issued → consumed by `oauth/exchange` when unexpired and unused", async () => {
  const code = await codeFrom((await signInOnPhone()).landing);
  expect((await new HttpClient().post(EXCHANGE, { code })).status).toBe(200);
  expect((await new HttpClient().post(EXCHANGE, { code })).status).toBe(400);
});

test("States › mobile OAuth code: issued → expired after 3 minutes", async () => {
  const since = new Date();
  const code = await codeFrom((await signInOnPhone()).landing);
  // The statement makes all verifications of the sign-in three minutes older.
  await query(
    "update verifications set expires_at = expires_at - interval '181 seconds' where created_at >= $1",
    [since],
  );
  const answer = await new HttpClient().post(EXCHANGE, { code });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: expect.any(String), requestId: expect.any(String) },
  });
  expect(valueAt(answer, "token")).toBeUndefined();
});
