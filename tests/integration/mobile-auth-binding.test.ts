// @alone @long: sets the environment, which the service reads once; every forged hand-over to the app; mobile-auth has the way
import { createHash, randomBytes } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import * as complete from "#app/api/mobile-auth/oauth/complete/route.ts";
import * as confirm from "#app/api/mobile-auth/oauth/confirm/route.ts";
import * as exchange from "#app/api/mobile-auth/oauth/exchange/route.ts";
import * as start from "#app/api/mobile-auth/oauth/start/route.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { confirmationToken } from "#lib/server/mobile-auth/confirmation.ts";
import { newOpenIdPerson } from "#tests/doubles/openid-provider.ts";
import { startPrimaryProvider } from "#tests/helpers/primary-provider.ts";
import { ORIGIN, type SignedIn, signUpAndVerify } from "#tests/helpers/auth-api.ts";
import { ageSession, sessionRow } from "#tests/helpers/auth-rows.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { mobileStartCookie } from "#tests/helpers/mobile-start.ts";
import { returnFromProvider, cookiesOf } from "#tests/helpers/provider-walk.ts";

const openId = await startPrimaryProvider();

useMailbox();
afterAll(() => openId.stop());

const BASE = `${ORIGIN}/api/mobile-auth/oauth`;
const PAGE = `${ORIGIN}/mobile-sign-in`;
const VERIFIER = randomBytes(32).toString("base64url");
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

function begin(query: Record<string, string>): Promise<Response> {
  const search = new URLSearchParams({ provider: "idp-primary", ...query }).toString();
  return start.GET(new Request(`${BASE}/start?${search}`));
}

async function finish(cookie: string, headers: Record<string, string> = {}): Promise<URL> {
  const response = await complete.GET(new Request(`${BASE}/complete`, { headers: { cookie, ...headers } }));
  expect(response.status).toBe(302);
  return new URL(response.headers.get("location") ?? "");
}

function answerPage(
  body: Record<string, string>,
  cookie: string,
  headers: Record<string, string> = { origin: ORIGIN },
): Promise<Response> {
  const init = { method: "POST", body: new URLSearchParams(body), headers: { cookie, ...headers } };
  return confirm.POST(new Request(`${BASE}/confirm`, init));
}

async function swap(body: Record<string, unknown>): Promise<{ status: number; body: unknown }> {
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await exchange.POST(new Request(`${BASE}/exchange`, init));
  return { status: response.status, body: await response.json() };
}

function codeIn(address: URL): string {
  expect(`${address.protocol}//${address.host}${address.pathname}`).toBe("app://auth/callback");
  const code = address.searchParams.get("code");
  expect(code).toMatch(/^[\w-]{43}$/);
  return code ?? "";
}

async function tokenOf({ token }: SignedIn): Promise<string> {
  return confirmationToken((await sessionRow(token))?.id ?? "");
}

const APPS: [string, Record<string, string>][] = [
  ["nothing", {}],
  ["a state", { state: "s t&a=te" }],
  ["a challenge", { code_challenge: CHALLENGE, code_challenge_method: "S256" }],
  ["both", { state: "x".repeat(512), code_challenge: CHALLENGE, code_challenge_method: "S256" }],
];

test.each(APPS)(
  "a sign-in that an app began with %s comes back with its state, and its code to it alone",
  async (_, app) => {
    openId.signInAs(newOpenIdPerson());
    const started = await begin(app);
    const own = cookiesOf(started.headers);
    const walk = await returnFromProvider(started.headers.get("location") ?? "", openId.url, own);
    const address = await finish(`${own}; ${walk.cookie}`, { "sec-fetch-site": "cross-site" });
    const code = codeIn(address);
    expect(address.searchParams.get("state")).toBe(app.state ?? null);
    const proof = {
      ...(app.state && { state: app.state }),
      ...(app.code_challenge && { code_verifier: VERIFIER }),
    };
    expect(await swap({ code, ...proof })).toMatchObject({ status: 200 });
  },
);

const BOUND = { state: "the app's", challenge: CHALLENGE };
const WRONG: [string, { state?: string; challenge?: string }, Record<string, string>, string][] = [
  ["no verifier", BOUND, { state: "the app's" }, "code_verifier"],
  ["another verifier", BOUND, { state: "the app's", code_verifier: "x".repeat(43) }, "code_verifier"],
  ["an empty verifier", BOUND, { state: "the app's", code_verifier: "" }, "code_verifier"],
  ["the challenge itself", BOUND, { state: "the app's", code_verifier: CHALLENGE }, "code_verifier"],
  ["no state", BOUND, { code_verifier: VERIFIER }, "state"],
  ["another state", BOUND, { state: "another", code_verifier: VERIFIER }, "state"],
  [
    "a verifier whose challenge got lost",
    { state: "s" },
    { state: "s", code_verifier: VERIFIER },
    "code_verifier",
  ],
];

test.each(WRONG)("an exchange with %s is refused and spends the code", async (_, given, proof, field) => {
  const { cookie } = await signUpAndVerify();
  const code = codeIn(await finish(`${cookie}; ${mobileStartCookie(given)}`));
  const refused = await swap({ code, ...proof });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: "INVALID_CODE", message: expect.stringContaining(field), details: { field } },
  });
  const right = { ...(given.state && { state: given.state }), code_verifier: VERIFIER };
  const late = await swap({ code, ...right });
  expect(late).toMatchObject({ status: 400, body: { code: "INVALID_CODE" } });
  expect(Object(late.body).details).toBeUndefined();
});

test.each([
  ["a challenge that is too short", { code_challenge: "abc", code_challenge_method: "S256" }],
  ["a challenge without its method", { code_challenge: CHALLENGE }],
  ["a plain challenge", { code_challenge: CHALLENGE, code_challenge_method: "plain" }],
  ["a method without a challenge", { code_challenge_method: "S256" }],
  ["an empty state", { state: "" }],
  ["a state of 513 characters", { state: "x".repeat(513) }],
  ["a state with a line in it", { state: "a\r\nb" }],
])("a start with %s says to the app what to send", async (_, query: Record<string, string>) => {
  const response = await begin(query);
  const address = new URL(response.headers.get("location") ?? "");
  expect(address.protocol).toBe("app:");
  expect(address.searchParams.get("error")).toBe("invalid_request");
  expect(address.searchParams.get("error_description")).toMatch(/state|code_challenge/);
  expect(response.headers.getSetCookie()).toEqual([]);
});

test("errors on the way come back with the state, too", async () => {
  const unknown = await begin({ provider: "idp-none", state: "s1" });
  expect(unknown.headers.get("location")).toBe("app://auth/callback?error=oauth_unavailable&state=s1");
  openId.signInAs(null);
  const started = await begin({ state: "s2" });
  const own = cookiesOf(started.headers);
  const { location } = await returnFromProvider(started.headers.get("location") ?? "", openId.url, own);
  expect(Object.fromEntries(location.searchParams)).toMatchObject({ error: "access_denied", state: "s2" });
  expect((await finish(mobileStartCookie({ state: "s3" }))).href).toBe(
    "app://auth/callback?error=unauthorized&state=s3",
  );
});

describe("a browser that did not come by a start", () => {
  test("is led to a page that asks, and gets no code", async () => {
    const person = await signUpAndVerify();
    const forged = mobileStartCookie().replace(/\.[^.]*$/, ".forged");
    const cookies = [
      person.cookie,
      `${person.cookie}; ${forged}`,
      `${person.cookie}; wayfare-mobile-start=x`,
    ];
    for (const cookie of cookies) {
      expect((await finish(cookie, { "sec-fetch-site": "cross-site" })).href).toBe(PAGE);
    }
    const { rows } = await freshDatabase().pool.query("select 1 from verifications where value like $1", [
      `${(await sessionRow(person.token))?.id}|%`,
    ]);
    expect(rows).toEqual([]);
  });

  test("is asked as well where the session was there before the start, or the start is long ago", async () => {
    const person = await signUpAndVerify();
    await ageSession(person.token, { createdAt: new Date(Date.now() - 120_000) });
    expect((await finish(`${person.cookie}; ${mobileStartCookie()}`)).href).toBe(PAGE);
    const { cookie, token } = await signUpAndVerify();
    await ageSession(token, { createdAt: new Date() });
    const old = mobileStartCookie({}, 901_000);
    expect((await finish(`${cookie}; ${old}`)).href).toBe(PAGE);
  });

  test("gets the code once its person continues, with what the app gave along", async () => {
    const person = await signUpAndVerify();
    const cookie = `${person.cookie}; ${mobileStartCookie(BOUND)}`;
    const done = await answerPage({ token: await tokenOf(person), answer: "continue" }, cookie);
    expect(done.status).toBe(302);
    expect(done.headers.getSetCookie().join()).toMatch(/mobile-start=;.*Max-Age=0/);
    const address = new URL(done.headers.get("location") ?? "");
    expect(address.searchParams.get("state")).toBe(BOUND.state);
    const proof = { state: BOUND.state, code_verifier: VERIFIER };
    expect(await swap({ code: codeIn(address), ...proof })).toMatchObject({ status: 200 });
    const bare = await answerPage({ token: await tokenOf(person), answer: "continue" }, person.cookie);
    const code = codeIn(new URL(bare.headers.get("location") ?? ""));
    expect(await swap({ code })).toMatchObject({ status: 200 });
  });

  test("gets none when they cancel, or answer nothing", async () => {
    const person = await signUpAndVerify();
    for (const answer of ["cancel", "", "CONTINUE"]) {
      const done = await answerPage({ token: await tokenOf(person), answer }, person.cookie);
      expect(done.headers.get("location"), answer).toBe("app://auth/callback?error=access_denied");
    }
  });

  test.each([
    ["another site", { origin: "https://evil.example" }],
    ["a trusted app's pages", { origin: "app://" }],
    ["a sandbox", { origin: "null" }],
    ["nobody knows where", {}],
    ["another site in a browser without Origin", { "sec-fetch-site": "cross-site" }],
  ])("gets none by a form of %s", async (_, headers: Record<string, string>) => {
    const person = await signUpAndVerify();
    const body = { token: await tokenOf(person), answer: "continue" };
    const refused = await answerPage(body, person.cookie, headers);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: "INVALID_ORIGIN" });
  });

  test("is asked again with a form that was made for another session, or is old", async () => {
    const [person, other] = [await signUpAndVerify(), await signUpAndVerify()];
    const { id = "" } = (await sessionRow(person.token)) ?? {};
    const tokens = ["", "x", await tokenOf(other), confirmationToken(id, Date.now() - 600_001)];
    for (const token of tokens) {
      const done = await answerPage({ token, answer: "continue" }, person.cookie);
      expect(done.headers.get("location"), token).toBe(PAGE);
    }
    const nobody = await answerPage({ token: await tokenOf(person), answer: "continue" }, "");
    expect(nobody.headers.get("location")).toBe("app://auth/callback?error=unauthorized");
  });
});
