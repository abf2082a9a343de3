import { expect, test } from "vitest";
import { HttpClient, textAt, tokenOf, valueAt } from "./http-client.ts";
import {
  addSecondFactor,
  askCode,
  expectOk,
  lastCode,
  newCredentials,
  newNativePerson,
  sessionOf,
  signUpPerson,
} from "./people.ts";
import { query } from "./rows.ts";
import { newMiniProgramPerson } from "#tests/doubles/mini-program-platform.ts";
import { newOpenIdPerson } from "#tests/doubles/openid-provider.ts";
import { miniProgram, openId } from "./doubles.ts";
import { signInWith, visit } from "./oauth.ts";
import { BrowserClient } from "./http-client.ts";

const SVG = /^data:image\/svg\+xml/;
const UPDATE = "/api/auth/update-user";

test("User › name: display name, 1 to 64 characters after trimming; validated before every update", async () => {
  const { client } = await newNativePerson();
  for (const name of ["", "   ", "x".repeat(65), null, 5]) {
    const answer = await client.post(UPDATE, { name });
    expect(answer.status, JSON.stringify(name)).toBe(400);
    const signUp = await new HttpClient().post("/api/auth/sign-up/email", { ...newCredentials(), name });
    expect(signUp.status, JSON.stringify(name)).toBe(400);
  }
  for (const [given, kept] of [
    [" A ", "A"],
    [`  ${"x".repeat(64)}  `, "x".repeat(64)],
  ]) {
    expectOk(await client.post(UPDATE, { name: given }));
    expect((await sessionOf(client)).body).toMatchObject({ user: { name: kept } });
  }
});

test("User › email: verified by OTP", async () => {
  const person = await signUpPerson();
  expect((await new HttpClient().post("/api/auth/sign-in/email", person)).status).toBe(403);
  const body = { email: person.email, otp: await lastCode(person.email, 2) };
  expect((await new HttpClient().post("/api/auth/email-otp/verify-email", body)).status).toBe(200);
  expect((await new HttpClient().post("/api/auth/sign-in/email", person)).status).toBe(200);
});

test("User › emailVerified: false at sign-up, and not for the client to say", async () => {
  const person = { ...newCredentials(), emailVerified: true };
  const answer = expectOk(await new HttpClient().post("/api/auth/sign-up/email", person));
  expect(answer.body).toMatchObject({ user: { emailVerified: false } });
  const rows = await query("select email_verified from users where email = $1", [person.email]);
  expect(rows).toEqual([{ email_verified: false }]);
});

test("User › image: a static SVG data URI generated deterministically from the user id for email sign-ups", async () => {
  const { client, id } = await newNativePerson();
  const image = textAt(await sessionOf(client), "user", "image");
  expect(image).toMatch(SVG);
  expect(decodeURIComponent(image)).not.toMatch(/<script|<animate|onload|href/i);
  const other = await newNativePerson();
  expect(textAt(await sessionOf(other.client), "user", "image")).not.toBe(image);
  // The default picture is derived deterministically, so it is the same again after a change of the name.
  expectOk(await client.post(UPDATE, { name: "Another Name" }));
  expect(textAt(await sessionOf(client), "user", "image")).toBe(image);
  expect(id).toEqual(expect.any(String));
});

test("User › image: provider picture URL, or the SVG for profiles without a picture", async () => {
  for (const person of [
    newOpenIdPerson(),
    { sub: `bare-${Math.random()}`, email: newCredentials().email, email_verified: true },
  ]) {
    await openId.signInAs(person);
    const browser = new BrowserClient();
    await signInWith("idp-primary", browser);
    const image = textAt(await sessionOf(browser), "user", "image");
    if ("picture" in person) expect(image).toBe(person.picture);
    else expect(image).toMatch(SVG);
  }
});

test("User › defaultCurrency: optional, client may set it, default `JPY`", async () => {
  const { client } = await newNativePerson();
  expect((await sessionOf(client)).body).toMatchObject({ user: { defaultCurrency: "JPY" } });
  expectOk(await client.post(UPDATE, { defaultCurrency: "EUR" }));
  expect((await sessionOf(client)).body).toMatchObject({ user: { defaultCurrency: "EUR" } });
  for (const defaultCurrency of ["XXX", "eu", "", null, 5]) {
    expect((await client.post(UPDATE, { defaultCurrency })).status, JSON.stringify(defaultCurrency)).toBe(
      400,
    );
  }
  const chosen = { ...newCredentials(), defaultCurrency: "CNY" };
  const answer = expectOk(await new HttpClient().post("/api/auth/sign-up/email", chosen));
  expect(valueAt(answer, "user", "defaultCurrency")).toBe("CNY");
});

test("User › defaultCurrency: present on every session as `session.user.defaultCurrency`", async () => {
  const code = await miniProgram.loginCode(newMiniProgramPerson());
  const mini = new HttpClient();
  mini.token = tokenOf(expectOk(await mini.post("/api/auth/mini-program/sign-in", { code })));
  await openId.signInAs(newOpenIdPerson());
  const social = new BrowserClient();
  await signInWith("idp-primary", social);
  for (const client of [mini, social, (await newNativePerson()).client]) {
    expect((await sessionOf(client)).body).toMatchObject({ user: { defaultCurrency: "JPY" } });
  }
});

test("User › twoFactorEnabled: set true by a successful `verify-totp`, and by nothing else", async () => {
  const person = await newNativePerson();
  expect((await person.client.post(UPDATE, { twoFactorEnabled: true })).status).toBe(400);
  expect((await sessionOf(person.client)).body).toMatchObject({ user: { twoFactorEnabled: false } });
  await addSecondFactor(person);
  expect((await sessionOf(person.client)).body).toMatchObject({ user: { twoFactorEnabled: true } });
});

test("Other stored records › session: carries a session token (sent by native clients as a bearer) and embeds the user", async () => {
  const { client, id } = await newNativePerson();
  const answer = await sessionOf(client);
  const native = new HttpClient();
  native.token = textAt(answer, "session", "token");
  expect((await sessionOf(native)).body).toMatchObject({ session: { userId: id }, user: { id } });
});

test("Other stored records › account: the pair of `accountId` and `providerId` is unique", async () => {
  const { id } = await newNativePerson();
  const other = await newNativePerson();
  const insert =
    "insert into accounts (id, user_id, account_id, provider_id) select gen_random_uuid(), $1, account_id, provider_id from accounts where user_id = $2";
  await expect(query(insert, [other.id, id])).rejects.toMatchObject({ code: "23505" });
});

test("Other stored records › account: a credential account exists only for users who have a password", async () => {
  const credentials = "select provider_id from accounts where user_id = $1 and password is not null";
  const { id } = await newNativePerson();
  expect(await query(credentials, [id])).toEqual([{ provider_id: "credential" }]);
  const code = await miniProgram.loginCode(newMiniProgramPerson());
  const mini = expectOk(await new HttpClient().post("/api/auth/mini-program/sign-in", { code }));
  const accounts = await query("select provider_id from accounts where user_id = $1", [
    textAt(mini, "user", "id"),
  ]);
  expect(accounts).toEqual([{ provider_id: "mini-program" }]);
});

test("Endpoints › POST /email-otp/reset-password: creates the credential account of a user without one", async () => {
  const person = newOpenIdPerson();
  await openId.signInAs(person);
  const browser = new BrowserClient();
  await signInWith("idp-primary", browser);
  const email = person.email ?? "";
  const password = "a first password of mine";
  const wanting = { currentPassword: "nothing there", newPassword: password, revokeOtherSessions: false };
  expect(await browser.post("/api/auth/change-password", wanting)).toMatchObject({
    status: 400,
    body: { code: "CREDENTIAL_ACCOUNT_NOT_FOUND" },
  });
  const otp = await askCode(email, "forget-password");
  expectOk(await new HttpClient().post("/api/auth/email-otp/reset-password", { email, otp, password }));
  const answer = expectOk(await new HttpClient().post("/api/auth/sign-in/email", { email, password }));
  expect(
    await query("select 1 from accounts where user_id = $1", [textAt(answer, "user", "id")]),
  ).toHaveLength(2);
});

test("Other stored records › verification: OTPs are stored hashed; each is 6 digits", async () => {
  const person = await signUpPerson();
  const otp = await lastCode(person.email);
  expect(otp).toMatch(/^\d{6}$/);
  const rows = await query<{ row: string }>(
    "select row_to_json(v)::text as row from verifications v where created_at > now() - interval '1 minute'",
  );
  expect(rows.length).toBeGreaterThan(0);
  const fields = rows.flatMap(({ row }) => [JSON.parse(row).value, JSON.parse(row).identifier]);
  expect(fields.filter((field: string) => new RegExp(`(?<!\\w)${otp}(?!\\w)`).test(field))).toEqual([]);
});

test("Other stored records › twoFactor: holds a secret, backup codes and lockout fields; none is readable", async () => {
  const person = await newNativePerson();
  const { backupCodes } = await addSecondFactor(person);
  const [row] = await query("select * from two_factors where user_id = $1", [person.id]);
  expect(row).toMatchObject({ failed_verification_count: 0, locked_until: null });
  for (const code of backupCodes) expect(JSON.stringify(row)).not.toContain(code);
});

test("Other stored records › one-time token: stored hashed, single use, used by the mobile OAuth bridge", async () => {
  await openId.signInAs(newOpenIdPerson());
  const browser = new BrowserClient();
  const since = new Date();
  const start = `${browser.url}/api/mobile-auth/oauth/start?provider=idp-primary`;
  const { landing } = await visit(browser, start);
  const code = new URL(landing).searchParams.get("code") ?? "";
  expect(code).not.toBe("");
  const rows = await query<{ row: string }>(
    "select row_to_json(v)::text as row from verifications v where created_at >= $1",
    [since],
  );
  expect(rows.filter(({ row }) => row.includes(code))).toEqual([]);
  expect((await new HttpClient().post("/api/mobile-auth/oauth/exchange", { code })).status).toBe(200);
  expect((await new HttpClient().post("/api/mobile-auth/oauth/exchange", { code })).status).toBe(400);
});
