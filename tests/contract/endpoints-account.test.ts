// @long: the account over HTTP; integration/auth-account has the rules
import { expect, test } from "vitest";
import { mail } from "./doubles.ts";
import { BrowserClient, HttpClient, sessionCookieOf, textAt, tokenOf } from "./http-client.ts";
import {
  addSecondFactor,
  askCode,
  expectOk,
  lastCode,
  newBrowserPerson,
  newCredentials,
  newNativePerson,
  sessionOf,
  signUpPerson,
  signIn,
} from "./people.ts";

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

test("Endpoints › POST /sign-up/email: creates user with emailVerified=false; emails an OTP; no session", async () => {
  const person = newCredentials();
  const answer = await new BrowserClient().post("/api/auth/sign-up/email", person);
  expect(answer).toMatchObject({
    status: 200,
    body: { token: null, user: { name: person.name, email: person.email, emailVerified: false } },
  });
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.headers.get("set-auth-token")).toBeNull();
  const mails = await mail.mailsTo(person.email);
  expect(mails).toHaveLength(1);
  expect(await mail.lastCodeTo(person.email)).toMatch(/^\d{6}$/);
});

test("Endpoints › POST /sign-in/email: a session", async () => {
  const { client: first, ...person } = await newNativePerson();
  const answer = await new HttpClient().post("/api/auth/sign-in/email", person);
  expect(answer).toMatchObject({ status: 200, body: { user: { id: person.id, email: person.email } } });
  const second = new HttpClient();
  second.token = tokenOf(answer);
  expect(second.token).not.toBe(first.token);
  expect(await sessionOf(second)).toMatchObject({ status: 200, body: { user: { id: person.id } } });
  const wrong = await new HttpClient().post("/api/auth/sign-in/email", {
    ...person,
    password: "not the password",
  });
  expect(wrong).toMatchObject({ status: 401, body: { code: "INVALID_EMAIL_OR_PASSWORD" } });
});

test("Endpoints › POST /sign-in/email: or `EMAIL_NOT_VERIFIED`", async () => {
  const person = await signUpPerson();
  const answer = await new HttpClient().post("/api/auth/sign-in/email", person);
  expect(answer).toMatchObject({ status: 403, body: { code: "EMAIL_NOT_VERIFIED" } });
  expect(sessionCookieOf(answer)).toBeUndefined();
});

test("Endpoints › POST /sign-in/email: or a two-factor challenge", async () => {
  const person = await newNativePerson();
  await addSecondFactor(person);
  const browser = new BrowserClient();
  const answer = await browser.post("/api/auth/sign-in/email", person);
  expect(answer).toMatchObject({ status: 200, body: { twoFactorRedirect: true } });
  expect(answer.headers.get("set-auth-token")).toBeNull();
  expect(sessionCookieOf(answer)).toBeUndefined();
  expect((await sessionOf(browser)).body).toBeNull();
});

test("Endpoints › POST /sign-out: nothing sent; 200; clears session cookie", async () => {
  const { client } = await newBrowserPerson();
  const answer = await client.post("/api/auth/sign-out");
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/session_token=;.*Max-Age=0/));
  expect(client.jar.cookieHeader(client.url)).not.toContain("session_token");
  expect((await sessionOf(client)).body).toBeNull();

  const native = await newNativePerson();
  expect((await native.client.post("/api/auth/sign-out")).status).toBe(200);
  expect((await sessionOf(native.client)).body).toBeNull();
});

test("Endpoints › GET /get-session: cookie or bearer; session with user, or `null`", async () => {
  const native = await newNativePerson();
  const byBearer = await sessionOf(native.client);
  expect(byBearer).toMatchObject({
    status: 200,
    body: {
      session: { token: expect.any(String), userId: native.id },
      user: { id: native.id, email: native.email },
    },
  });
  const browser = await newBrowserPerson();
  expect(await sessionOf(browser.client)).toMatchObject({
    status: 200,
    body: { session: { userId: browser.id }, user: { email: browser.email } },
  });
  const nobody = new HttpClient();
  expect(await sessionOf(nobody)).toMatchObject({ status: 200, body: null, text: "null" });
  nobody.token = "no-such-token";
  expect(await sessionOf(nobody)).toMatchObject({ status: 200, body: null });
});

test("Endpoints › POST /email-otp/verify-email: email, otp; marks verified, signs in", async () => {
  const person = await signUpPerson();
  const otp = await lastCode(person.email);
  const wrongOtp = otp === "000000" ? "000001" : "000000";
  const wrong = await new HttpClient().post("/api/auth/email-otp/verify-email", {
    email: person.email,
    otp: wrongOtp,
  });
  expect(wrong).toMatchObject({ status: 400, body: { code: "INVALID_OTP" } });

  const browser = new BrowserClient();
  const answer = expectOk(
    await browser.post("/api/auth/email-otp/verify-email", { email: person.email, otp }),
  );
  expect(sessionCookieOf(answer)).toBeDefined();
  expect(await sessionOf(browser)).toMatchObject({
    body: { user: { email: person.email, emailVerified: true } },
  });
  const again = await new HttpClient().post("/api/auth/email-otp/verify-email", { email: person.email, otp });
  expect(again).toMatchObject({ status: 400, body: { code: "INVALID_OTP" } });
});

test.each(["sign-in", "email-verification", "forget-password", "change-email"] as const)(
  "Endpoints › POST /email-otp/send-verification-otp: emails a 6-digit OTP of type %s",
  async (type) => {
    const person = await newNativePerson();
    expect(await askCode(person.email, type)).toMatch(/^\d{6}$/);
    const other = { email: person.email, type: "something-else" };
    expect((await new HttpClient().post("/api/auth/email-otp/send-verification-otp", other)).status).toBe(
      400,
    );
  },
);

test("Endpoints › POST /email-otp/request-email-change: verifies the current inbox; emails an OTP of type `change-email` to the new address", async () => {
  const { client, email } = await newNativePerson();
  const newEmail = newCredentials().email;
  const path = "/api/auth/email-otp/request-email-change";
  expect((await new HttpClient().post(path, { newEmail, otp: "123456" })).status).toBe(401);
  expect((await client.post(path, { newEmail })).status).toBe(400);
  const otp = await askCode(email, "change-email");
  const wrong = await client.post(path, { newEmail, otp: otp === "000000" ? "000001" : "000000" });
  expect(wrong).toMatchObject({ status: 400, body: { code: "INVALID_OTP" } });
  expect(await mail.mailsTo(newEmail, 0)).toEqual([]);

  expect((await client.post(path, { newEmail, otp })).status).toBe(200);
  expect(await lastCode(newEmail)).toMatch(/^\d{6}$/);
  expect((await sessionOf(client)).body).toMatchObject({ user: { email } });
});

test("Endpoints › POST /email-otp/change-email: applies the change; new email marked verified", async () => {
  const { client, ...person } = await newNativePerson();
  const newEmail = newCredentials().email;
  const otp = await askCode(person.email, "change-email");
  expectOk(await client.post("/api/auth/email-otp/request-email-change", { newEmail, otp }));
  const newOtp = await lastCode(newEmail);
  const wrong = { newEmail, otp: newOtp === "000000" ? "000001" : "000000" };
  expect((await client.post("/api/auth/email-otp/change-email", wrong)).status).toBe(400);
  expectOk(await client.post("/api/auth/email-otp/change-email", { newEmail, otp: newOtp }));
  expect((await sessionOf(client)).body).toMatchObject({
    user: { id: person.id, email: newEmail, emailVerified: true },
  });
  await signIn({ ...person, email: newEmail });
  expect((await new HttpClient().post("/api/auth/sign-in/email", person)).status).toBe(401);
});

test("Endpoints › POST /email-otp/request-password-reset: emails OTP of type `forget-password`", async () => {
  const { email } = await newNativePerson();
  const before = (await mail.mailsTo(email, 0)).length;
  expect((await new HttpClient().post("/api/auth/email-otp/request-password-reset", { email })).status).toBe(
    200,
  );
  const otp = await lastCode(email, before + 1);
  const reset = { email, otp, password: "a fresh password of mine" };
  expect((await new HttpClient().post("/api/auth/email-otp/reset-password", reset)).status).toBe(200);
});

test("Endpoints › POST /email-otp/reset-password: updates the credential account", async () => {
  const { client: _, ...person } = await newNativePerson();
  const otp = await askCode(person.email, "forget-password");
  const changed = { ...person, password: "a fresh password of mine" };
  const path = "/api/auth/email-otp/reset-password";
  expect((await new HttpClient().post(path, { ...changed, otp, password: "short" })).status).toBe(400);
  expectOk(await new HttpClient().post(path, { email: person.email, otp, password: changed.password }));
  await signIn(changed);
  const old = await new HttpClient().post("/api/auth/sign-in/email", person);
  expect(old).toMatchObject({ status: 401, body: { code: "INVALID_EMAIL_OR_PASSWORD" } });
});

test("Endpoints › POST /request-password-reset: emails a reset link", async () => {
  const { client: _, ...person } = await newNativePerson();
  const before = (await mail.mailsTo(person.email, 0)).length;
  const asked = await new HttpClient().post("/api/auth/request-password-reset", { email: person.email });
  expect(asked.status).toBe(200);
  await mail.mailsTo(person.email, before + 1);
  const link = (await mail.lastLinkTo(person.email)) ?? "";
  const visit = await new HttpClient().get(link);
  expect(visit.status).toBe(302);
  const token = new URL(
    visit.headers.get("location") ?? "",
    visit.headers.get("host") ?? link,
  ).searchParams.get("token");
  const newPassword = "a password set by the link";
  expectOk(await new HttpClient().post("/api/auth/reset-password", { newPassword, token }));
  await signIn({ ...person, password: newPassword });
  const again = await new HttpClient().post("/api/auth/reset-password", { newPassword, token });
  expect(again).toMatchObject({ status: 400, body: { code: "INVALID_TOKEN" } });
});

test("Endpoints › POST /change-password: requires a credential account and a session; `revokeOtherSessions`", async () => {
  const { client, ...person } = await newNativePerson();
  const change = {
    currentPassword: person.password,
    newPassword: "another long password",
    revokeOtherSessions: false,
  };
  const path = "/api/auth/change-password";
  expect((await new HttpClient().post(path, change)).status).toBe(401);
  const other = await signIn(person);
  const wrong = await client.post(path, { ...change, currentPassword: "not the password" });
  expect(wrong).toMatchObject({ status: 400, body: { code: "INVALID_PASSWORD" } });

  expectOk(await client.post(path, change));
  expect((await sessionOf(other)).body).not.toBeNull();
  const back = {
    currentPassword: change.newPassword,
    newPassword: person.password,
    revokeOtherSessions: true,
  };
  const answer = expectOk(await client.post(path, back));
  expect((await sessionOf(other)).body).toBeNull();
  client.token = tokenOf(answer);
  expect((await sessionOf(client)).body).toMatchObject({ user: { id: expect.stringMatching(UUID) } });
  expect(textAt(answer, "token")).toBe(client.token.split(".")[0]);
  await signIn(person);
});
