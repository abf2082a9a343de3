// @alone: sets the environment, which the service reads once
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { accounts, users } from "#db/schema/auth.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { newOpenIdPerson, startOpenIdProvider } from "#tests/doubles/openid-provider.ts";
import { newQrPerson, startQrProvider } from "#tests/doubles/qr-provider.ts";
import {
  authApi,
  newPerson,
  ORIGIN,
  refusedWith,
  signUpAndVerify,
  signUpPerson,
} from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { lastCode, mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";
import { cookiesOf, walkThroughProvider } from "#tests/helpers/provider-walk.ts";
import { totp } from "#tests/helpers/totp.ts";
import { uniqueEmail } from "#tests/helpers/unique.ts";

const client = { clientId: "web", clientSecret: "secret-of-the-web-client" };
const redirectUri = `${ORIGIN}/api/auth/callback/idp-primary`;
const openId = await startOpenIdProvider({ ...client, redirectUri });
const qr = await startQrProvider();
Object.assign(process.env, {
  PRIMARY_OAUTH_CLIENT_ID: client.clientId,
  PRIMARY_OAUTH_CLIENT_SECRET: client.clientSecret,
  PRIMARY_OAUTH_ISSUER: openId.issuer,
  WEB_QR_APP_ID: qr.appId,
  WEB_QR_APP_SECRET: qr.appSecret,
  WEB_QR_AUTHORIZATION_URL: qr.authorizationUrl,
  WEB_QR_TOKEN_URL: qr.tokenUrl,
  WEB_QR_USERINFO_URL: qr.userinfoUrl,
});
const primary = { id: "idp-primary", url: openId.url };
const byQr = { id: "idp-qr", url: qr.url };

useMailbox();
afterAll(() => Promise.all([openId.stop(), qr.stop()]));
beforeEach(() => {
  openId.trouble(null);
  qr.trouble(null);
});

async function accountsOf(email: string) {
  const user = await userRow(email);
  const isTheirs = eq(accounts.userId, user?.id ?? "");
  const rows = await freshDatabase().drizzle.select().from(accounts).where(isTheirs);
  return rows.map(({ providerId, accountId }) => ({ providerId, accountId }));
}

async function sessionBy(cookie: string) {
  const { body } = await authApi().get("/get-session", { cookie });
  type User = { id: string; email: string; name: string; image: string; emailVerified: boolean };
  return body as { user: User } | null;
}

describe("idp-primary", () => {
  test("asks with PKCE, state and nonce, and lands where the person was", async () => {
    const person = newOpenIdPerson();
    openId.signInAs(person);
    const callbackURL = `${ORIGIN}/invite/abc?x=1&y=%E4%BA%AC`;
    const { callback, location, cookie } = await walkThroughProvider(primary, { callbackURL });
    expect(callback.status).toBe(302);
    expect(location.href).toBe(callbackURL);
    expect(openId.requests.at(-1)).toMatchObject({
      client_id: "web",
      redirect_uri: redirectUri,
      response_type: "code",
      code_challenge_method: "S256",
      state: expect.stringMatching(/.{16}/),
      nonce: expect.stringMatching(/.{16}/),
    });
    const { user } = (await sessionBy(cookie)) ?? {};
    expect(user).toMatchObject({
      email: person.email,
      name: person.name,
      image: person.picture,
      emailVerified: true,
      defaultCurrency: "JPY",
    });
    expect(await accountsOf(person.email ?? "")).toEqual([
      { providerId: "idp-primary", accountId: person.sub },
    ]);
  });

  test("keeps none of the provider's tokens", async () => {
    const person = newOpenIdPerson();
    openId.signInAs(person);
    for (let time = 0; time < 2; time += 1) await walkThroughProvider(primary);
    const rows = await freshDatabase()
      .drizzle.select()
      .from(accounts)
      .where(eq(accounts.accountId, person.sub));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ accessToken: null, refreshToken: null, idToken: null, scope: null });
  });

  test("without a place to return to leads to the base address", async () => {
    openId.signInAs(newOpenIdPerson());
    expect((await walkThroughProvider(primary)).location.href).toBe(`${ORIGIN}/`);
  });

  test("makes up what a profile lacks: a fitting name, the generated picture", async () => {
    const person = newOpenIdPerson({ name: "名".repeat(80) });
    delete person.picture;
    openId.signInAs(person);
    const { user } = (await sessionBy((await walkThroughProvider(primary)).cookie)) ?? {};
    expect(user?.name).toBe("名".repeat(64));
    expect(user?.image).toMatch(/^data:image\/svg\+xml;base64,/);
  });

  test("says why nobody is signed in, on the sign-in page", async () => {
    openId.signInAs(null);
    const refused = await walkThroughProvider(primary, { callbackURL: `${ORIGIN}/trips` });
    expect(`${refused.location.pathname} ${refused.location.searchParams.get("error")}`).toBe(
      "/sign-in access_denied",
    );
    openId.signInAs(newOpenIdPerson());
    openId.trouble("error");
    const failed = await walkThroughProvider(primary, { callbackURL: `${ORIGIN}/trips` });
    expect(failed.location.pathname).toBe("/sign-in");
    expect(failed.cookie).not.toContain("session_token");
  });

  test("takes no answer without the state that it was asked with, and none twice", async () => {
    openId.signInAs(newOpenIdPerson());
    const answer = await authApi().get("/callback/idp-primary?code=x&state=y");
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toMatch(/\/sign-in\?error=/);
  });

  test("refuses to send people to places that nobody trusts", async () => {
    const answer = await authApi().post(
      "/sign-in/social",
      { provider: "idp-primary", callbackURL: "https://evil.example/x" },
      { origin: ORIGIN },
    );
    expect(answer).toEqual(refusedWith(403, "INVALID_CALLBACK_URL"));
  });
});

describe("an address at idp-primary", () => {
  test("links to the verified account with the same verified address", async () => {
    const local = await signUpAndVerify();
    openId.signInAs(newOpenIdPerson({ email: local.email.toUpperCase() }));
    const { cookie } = await walkThroughProvider(primary);
    expect((await sessionBy(cookie))?.user).toMatchObject({ email: local.email, name: local.name });
    expect((await accountsOf(local.email)).map(({ providerId }) => providerId).toSorted()).toEqual([
      "credential",
      "idp-primary",
    ]);
    expect(await authApi().post("/sign-in/email", local)).toMatchObject({ status: 200 });
  });

  test("claims an address that somebody signed up with and never verified: their password opens nothing", async () => {
    const squatter = await signUpPerson({ name: "Squatter" });
    const person = newOpenIdPerson({ email: squatter.email });
    openId.signInAs(person);
    const { cookie } = await walkThroughProvider(primary);
    expect((await sessionBy(cookie))?.user).toMatchObject({
      email: squatter.email,
      name: person.name,
      image: person.picture,
      emailVerified: true,
    });
    expect(await accountsOf(squatter.email)).toEqual([{ providerId: "idp-primary", accountId: person.sub }]);
    expect(await authApi().post("/sign-in/email", squatter)).toEqual(
      refusedWith(401, "INVALID_EMAIL_OR_PASSWORD"),
    );
  });

  test.each([
    ["an address that the provider did not verify", { email_verified: false }],
    ["no address", { email: undefined, email_verified: undefined }],
  ])("gives nobody's account to %s", async (_, claims) => {
    const owner = await signUpAndVerify();
    openId.signInAs(newOpenIdPerson({ email: owner.email, ...claims }));
    const { user } = (await sessionBy((await walkThroughProvider(primary)).cookie)) ?? {};
    expect(user?.email).toMatch(/@idp-primary\.invalid$/);
    expect(user?.emailVerified).toBe(false);
    expect(await accountsOf(owner.email)).toHaveLength(1);
  });
});

describe("idp-qr", () => {
  test("signs in by the union id, without an address", async () => {
    const person = newQrPerson({ unionid: `u-${crypto.randomUUID()}` });
    qr.signInAs(person);
    const first = await sessionBy((await walkThroughProvider(byQr)).cookie);
    expect(first?.user).toMatchObject({
      name: person.nickname,
      image: person.headimgurl,
      emailVerified: false,
    });
    expect(first?.user.email).toMatch(/^[0-9a-f]{32}@idp-qr\.invalid$/);
    expect(await accountsOf(first?.user.email ?? "")).toEqual([
      { providerId: "idp-qr", accountId: person.unionid },
    ]);
    const again = await sessionBy((await walkThroughProvider(byQr)).cookie);
    expect(again?.user.id).toBe(first?.user.id);
  });

  test("moves an account to the union id when that appears later", async () => {
    const person = newQrPerson();
    qr.signInAs(person);
    const first = await sessionBy((await walkThroughProvider(byQr)).cookie);
    const unionid = `u-${crypto.randomUUID()}`;
    qr.signInAs({ ...person, unionid });
    const later = await sessionBy((await walkThroughProvider(byQr)).cookie);
    expect(later?.user.id).toBe(first?.user.id);
    expect(await accountsOf(first?.user.email ?? "")).toEqual([{ providerId: "idp-qr", accountId: unionid }]);
    qr.signInAs(person);
    const without = await sessionBy((await walkThroughProvider(byQr)).cookie);
    expect(without?.user.id).toBe(first?.user.id);
  });

  test.each(["error", "garbage", "gone"] as const)(
    "a provider in trouble (%s) signs nobody in",
    async (kind) => {
      qr.signInAs(newQrPerson());
      qr.trouble(kind);
      const { location, cookie } = await walkThroughProvider(byQr);
      expect(location.pathname).toBe("/sign-in");
      expect(cookie).not.toContain("session_token");
    },
  );

  test("gets its first address without a code of an inbox that does not exist", async () => {
    qr.signInAs(newQrPerson());
    const { cookie } = await walkThroughProvider(byQr);
    const headers = { cookie, origin: ORIGIN };
    const newEmail = uniqueEmail();
    expect(await authApi().post("/email-otp/request-email-change", { newEmail }, headers)).toMatchObject({
      status: 200,
    });
    const otp = lastCode(newEmail);
    expect(await authApi().post("/email-otp/change-email", { newEmail, otp }, headers)).toMatchObject({
      status: 200,
    });
    expect((await sessionBy(cookie))?.user).toMatchObject({ email: newEmail, emailVerified: true });
    const other = await authApi().post(
      "/email-otp/request-email-change",
      { newEmail: uniqueEmail() },
      headers,
    );
    expect(other.status).toBe(400);
  });

  test("nothing is mailed to an address that stands for none", async () => {
    qr.signInAs(newQrPerson());
    const user = (await sessionBy((await walkThroughProvider(byQr)).cookie))?.user;
    const email = user?.email ?? "";
    await authApi().post("/email-otp/send-verification-otp", { email, type: "sign-in" });
    expect(mailsTo(email)).toEqual([]);
  });
});

describe("the second factor after a provider", () => {
  test("is asked for on a page of its own, which leads on to where the person was", async () => {
    const person = newOpenIdPerson();
    openId.signInAs(person);
    const { cookie } = await walkThroughProvider(primary);
    const headers = { cookie, origin: ORIGIN };
    const enabled = await authApi().post("/two-factor/enable", {}, headers);
    const { totpURI } = enabled.body as { totpURI: string };
    expect(await authApi().post("/two-factor/verify-totp", { code: totp(totpURI) }, headers)).toMatchObject({
      status: 200,
    });
    const walk = await walkThroughProvider(primary, { callbackURL: "/trips?from=provider" });
    expect(walk.location.pathname).toBe("/two-factor");
    expect(walk.location.searchParams.get("next")).toBe("/trips?from=provider");
    expect(await sessionBy(walk.cookie)).toBeNull();
    const done = await authApi().post(
      "/two-factor/verify-totp",
      { code: totp(totpURI) },
      { cookie: walk.cookie, origin: ORIGIN },
    );
    expect(done.status).toBe(200);
    expect((await sessionBy(cookiesOf(done.headers)))?.user.email).toBe(person.email);
  });
});

test("an unconfigured provider is 404, and one that does not answer 503", async () => {
  expect(await authApi().post("/sign-in/social", { provider: "google" }, { origin: ORIGIN })).toMatchObject({
    status: 404,
  });
});

test("people of different providers are different people", async () => {
  const { email } = newPerson();
  openId.signInAs(newOpenIdPerson({ email }));
  qr.signInAs(newQrPerson());
  const one = await sessionBy((await walkThroughProvider(primary)).cookie);
  const other = await sessionBy((await walkThroughProvider(byQr)).cookie);
  expect(one?.user.id).not.toBe(other?.user.id);
  const found = await freshDatabase().drizzle.select().from(users).where(eq(users.email, email));
  expect(found).toHaveLength(1);
});
