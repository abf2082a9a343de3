import { expect, test } from "vitest";
import { mail } from "./doubles.ts";
import { HttpClient, sessionCookieOf, textAt, tokenOf } from "./http-client.ts";
import {
  addSecondFactor,
  askCode,
  authenticator,
  expectOk,
  lastCode,
  newCredentials,
  newNativePerson,
  sessionOf,
  signUpPerson,
  signIn,
} from "./people.ts";
import { query } from "./rows.ts";

async function isVerified(email: string): Promise<boolean | undefined> {
  const rows = await query<{ email_verified: boolean }>("select email_verified from users where email = $1", [
    email,
  ]);
  return rows[0]?.email_verified;
}

test("States › user email: sign-up with email → emailVerified=false; no session issued; OTP emailed", async () => {
  const person = newCredentials();
  const client = new HttpClient();
  const answer = expectOk(await client.post("/api/auth/sign-up/email", person));
  expect(await isVerified(person.email)).toBe(false);
  expect(answer.body).toMatchObject({ token: null });
  const sessions = await query(
    "select 1 from sessions where user_id = (select id from users where email = $1)",
    [person.email],
  );
  expect(sessions).toEqual([]);
  expect(await lastCode(person.email)).toMatch(/^\d{6}$/);
});

test("States › user email: `email-otp/verify-email` with a valid OTP → emailVerified=true; automatic sign-in, session issued", async () => {
  const person = await signUpPerson();
  const client = new HttpClient();
  const body = { email: person.email, otp: await lastCode(person.email) };
  const answer = expectOk(await client.post("/api/auth/email-otp/verify-email", body));
  expect(await isVerified(person.email)).toBe(true);
  client.token = tokenOf(answer);
  expect((await client.get("/api/trips")).status).toBe(200);
});

test("States › user email: password sign-in while unverified → unchanged; error `EMAIL_NOT_VERIFIED`; fresh OTP emailed", async () => {
  const person = await signUpPerson();
  const first = await lastCode(person.email);
  const answer = await new HttpClient().post("/api/auth/sign-in/email", person);
  expect(answer).toMatchObject({ status: 403, body: { code: "EMAIL_NOT_VERIFIED" } });
  expect(await isVerified(person.email)).toBe(false);
  const fresh = await lastCode(person.email, 2);
  const verified = await new HttpClient().post("/api/auth/email-otp/verify-email", {
    email: person.email,
    otp: fresh,
  });
  expect(verified.status).toBe(200);
  expect(fresh).toMatch(/^\d{6}$/);
  expect(first).toMatch(/^\d{6}$/);
});

test("States › user email: `email-otp/change-email` with valid OTPs → new email, emailVerified=true", async () => {
  const { client, email } = await newNativePerson();
  const newEmail = newCredentials().email;
  const otp = await askCode(email, "change-email");
  expectOk(await client.post("/api/auth/email-otp/request-email-change", { newEmail, otp }));
  expectOk(
    await client.post("/api/auth/email-otp/change-email", { newEmail, otp: await lastCode(newEmail) }),
  );
  expect(await isVerified(newEmail)).toBe(true);
  expect(await isVerified(email)).toBeUndefined();
});

test("States › two-factor: `two-factor/enable` when authenticated → unchanged; returns TOTP URI and backup codes", async () => {
  const { client, password } = await newNativePerson();
  const answer = expectOk(await client.post("/api/auth/two-factor/enable", { password }));
  expect(answer.body).toMatchObject({ totpURI: expect.any(String), backupCodes: expect.any(Array) });
  expect((await sessionOf(client)).body).toMatchObject({ user: { twoFactorEnabled: false } });
  // Until the first code is verified, a sign-in does not ask for a code either.
  const again = await new HttpClient().post("/api/auth/sign-in/email", {
    email: textAt(await sessionOf(client), "user", "email"),
    password,
  });
  expect(tokenOf(again)).toEqual(expect.any(String));
});

test("States › two-factor: `two-factor/verify-totp` with a valid code → twoFactorEnabled=true", async () => {
  const { client, password } = await newNativePerson();
  const enabled = expectOk(await client.post("/api/auth/two-factor/enable", { password }));
  const code = authenticator(textAt(enabled, "totpURI"))();
  client.token = tokenOf(expectOk(await client.post("/api/auth/two-factor/verify-totp", { code })));
  expect((await sessionOf(client)).body).toMatchObject({ user: { twoFactorEnabled: true } });
});

test("States › two-factor: `two-factor/disable` when authenticated → disabled", async () => {
  const person = await newNativePerson();
  await addSecondFactor(person);
  const answer = expectOk(await person.client.post("/api/auth/two-factor/disable"));
  // The session may continue under another token, which the answer then contains.
  person.client.token = answer.headers.get("set-auth-token") ?? person.client.token;
  expect((await sessionOf(person.client)).body).toMatchObject({ user: { twoFactorEnabled: false } });
  expect(await query("select 1 from two_factors where user_id = $1", [person.id])).toEqual([]);
  await signIn(person);
});

test("States › sign-in with 2FA: password accepted → session usable once TOTP or backup code verified", async () => {
  const person = await newNativePerson();
  const factor = await addSecondFactor(person);
  const client = new HttpClient();
  const before = await query("select 1 from sessions where user_id = $1", [person.id]);
  const challenge = expectOk(await client.post("/api/auth/sign-in/email", person));
  expect(sessionCookieOf(challenge)).toBeUndefined();
  expect(await query("select 1 from sessions where user_id = $1", [person.id])).toHaveLength(before.length);
  const body = { code: factor.code(), twoFactorToken: textAt(challenge, "twoFactorToken") };
  client.token = tokenOf(expectOk(await client.post("/api/auth/two-factor/verify-totp", body)));
  expect((await sessionOf(client)).body).toMatchObject({ user: { id: person.id } });
  const spent = await new HttpClient().post("/api/auth/two-factor/verify-totp", body);
  expect(spent.status).toBe(401);
  expect(await mail.mailsTo(person.email, 0)).not.toEqual([]);
});
