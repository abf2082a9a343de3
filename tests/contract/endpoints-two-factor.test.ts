// @long: second factors over HTTP; integration/second-factor has the rules
import { expect, test } from "vitest";
import { mail, miniProgram } from "./doubles.ts";
import { BrowserClient, HttpClient, sessionCookieOf, textAt, tokenOf } from "./http-client.ts";
import {
  addSecondFactor,
  askCode,
  authenticator,
  backupCodesOf,
  expectOk,
  newBrowserPerson,
  newCredentials,
  newNativePerson,
  sessionOf,
  signIn,
} from "./people.ts";
import { newMiniProgramPerson } from "#tests/doubles/mini-program-platform.ts";

const SERVICE_NAME = "Wayfare";

test("Endpoints › POST /two-factor/enable: password when the account has one; returns `totpURI` and `backupCodes`", async () => {
  const { client, password } = await newNativePerson();
  const path = "/api/auth/two-factor/enable";
  expect((await new HttpClient().post(path, { password })).status).toBe(401);
  for (const body of [{}, { password: "not the password" }]) {
    expect(await client.post(path, body)).toMatchObject({ status: 400, body: { code: "INVALID_PASSWORD" } });
  }
  const answer = await client.post(path, { password });
  expect(answer).toMatchObject({
    status: 200,
    body: { totpURI: expect.stringMatching(/^otpauth:\/\/totp\//), backupCodes: expect.any(Array) },
  });
  expect(new Set(backupCodesOf(answer)).size).toBe(10);
  expect((await sessionOf(client)).body).toMatchObject({ user: { twoFactorEnabled: false } });
});

test("Endpoints › POST /two-factor/verify-totp: code; sets twoFactorEnabled", async () => {
  const { client, password } = await newBrowserPerson();
  const enabled = expectOk(await client.post("/api/auth/two-factor/enable", { password }));
  const code = authenticator(textAt(enabled, "totpURI"))();
  const path = "/api/auth/two-factor/verify-totp";
  const wrong = await client.post(path, { code: code === "000000" ? "000001" : "000000" });
  expect(wrong).toMatchObject({ status: 401, body: { code: "INVALID_CODE" } });
  expect((await sessionOf(client)).body).toMatchObject({ user: { twoFactorEnabled: false } });
  expectOk(await client.post(path, { code }));
  expect((await sessionOf(client)).body).toMatchObject({ user: { twoFactorEnabled: true } });
});

test("Endpoints › POST /two-factor/generate-backup-codes: nothing sent; new backup codes (shown once)", async () => {
  const person = await newNativePerson();
  const { backupCodes: old } = await addSecondFactor(person);
  const path = "/api/auth/two-factor/generate-backup-codes";
  expect((await new HttpClient().post(path)).status).toBe(401);
  const wrong = await person.client.post(path, { password: "not the password" });
  expect(wrong).toMatchObject({ status: 400, body: { code: "INVALID_PASSWORD" } });

  const answer = expectOk(await person.client.post(path));
  const codes = backupCodesOf(answer);
  expect(new Set(codes).size).toBe(10);
  expect(codes.filter((code) => old.includes(code))).toEqual([]);

  const native = new HttpClient();
  const challenge = expectOk(await native.post("/api/auth/sign-in/email", person));
  const twoFactorToken = textAt(challenge, "twoFactorToken");
  const spent = await native.post("/api/auth/two-factor/verify-backup-code", {
    code: old[0],
    twoFactorToken,
  });
  expect(spent).toMatchObject({ status: 401, body: { code: "INVALID_BACKUP_CODE" } });
  const good = await native.post("/api/auth/two-factor/verify-backup-code", {
    code: codes[0],
    twoFactorToken,
  });
  expect(good.status).toBe(200);
});

test("Endpoints › POST /two-factor/disable: nothing sent; disables two-factor", async () => {
  const person = await newNativePerson();
  await addSecondFactor(person);
  const path = "/api/auth/two-factor/disable";
  expect((await new HttpClient().post(path)).status).toBe(401);
  const wrong = await person.client.post(path, { password: "not the password" });
  expect(wrong).toMatchObject({ status: 400, body: { code: "INVALID_PASSWORD" } });
  expectOk(await person.client.post(path));
  const again = await signIn(person);
  expect((await sessionOf(again)).body).toMatchObject({ user: { twoFactorEnabled: false } });
});

test("Authentication › 4: the issuer name is the service name", async () => {
  const { client, password } = await newNativePerson();
  const body = { password, issuer: "Another Name" };
  const uri = new URL(textAt(expectOk(await client.post("/api/auth/two-factor/enable", body)), "totpURI"));
  expect(uri.searchParams.get("issuer")).toBe(SERVICE_NAME);
  expect(decodeURIComponent(uri.pathname)).toContain(`${SERVICE_NAME}:`);
});

test("Authentication › 4: accounts without a password may enroll", async () => {
  const client = new HttpClient();
  const code = await miniProgram.loginCode(newMiniProgramPerson());
  client.token = tokenOf(expectOk(await client.post("/api/auth/mini-program/sign-in", { code })));
  const enabled = expectOk(await client.post("/api/auth/two-factor/enable", {}));
  const verify = { code: authenticator(textAt(enabled, "totpURI"))() };
  const verified = expectOk(await client.post("/api/auth/two-factor/verify-totp", verify));
  client.token = tokenOf(verified);
  expect((await sessionOf(client)).body).toMatchObject({ user: { twoFactorEnabled: true } });
  expect(
    backupCodesOf(expectOk(await client.post("/api/auth/two-factor/generate-backup-codes"))),
  ).toHaveLength(10);
  expectOk(await client.post("/api/auth/two-factor/disable"));
});

test("Authentication › 4: accounts without a password may enroll: they have nothing to send, and need send nothing", async () => {
  const client = new HttpClient();
  const code = await miniProgram.loginCode(newMiniProgramPerson());
  client.token = tokenOf(expectOk(await client.post("/api/auth/mini-program/sign-in", { code })));
  expect(await client.post("/api/auth/two-factor/enable")).toMatchObject({
    status: 200,
    body: { totpURI: expect.any(String), backupCodes: expect.any(Array) },
  });
});

test("Authentication › 4: accounts with a credential must confirm their password", async () => {
  const { client } = await newNativePerson();
  for (const body of [{}, { password: "" }, { password: "not the password" }]) {
    const answer = await client.post("/api/auth/two-factor/enable", body);
    expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_PASSWORD" } });
  }
});

test("Authentication › 4: at sign-in a TOTP or backup code must be verified before the session is usable", async () => {
  const person = await newBrowserPerson();
  const factor = await addSecondFactor(person);
  for (const [path, code] of [
    ["verify-totp", factor.code()],
    ["verify-backup-code", factor.backupCodes[0]],
  ]) {
    const native = new HttpClient();
    const challenge = expectOk(await native.post("/api/auth/sign-in/email", person));
    expect(challenge.body).toMatchObject({ twoFactorRedirect: true, twoFactorToken: expect.any(String) });
    expect(challenge.headers.get("set-auth-token")).toBeNull();
    expect(sessionCookieOf(challenge)).toBeUndefined();
    // The token of the challenge is no session, so requests with it are refused.
    native.token = textAt(challenge, "twoFactorToken");
    expect((await native.get("/api/trips")).status).toBe(401);
    expect((await sessionOf(native)).body).toBeNull();
    native.token = null;

    const body = { code, twoFactorToken: textAt(challenge, "twoFactorToken") };
    const verified = expectOk(await native.post(`/api/auth/two-factor/${path}`, body));
    native.token = tokenOf(verified);
    expect((await native.get("/api/trips")).status).toBe(200);
    expect((await sessionOf(native)).body).toMatchObject({ user: { id: person.id } });
  }
});

test("Authentication › 4: a native client on app:// gets the challenge in its body, a browser only in a cookie", async () => {
  const person = await newNativePerson();
  await addSecondFactor(person);
  const native = await new HttpClient().post("/api/auth/sign-in/email", person, { origin: "app://auth" });
  expect(native.body).toMatchObject({ twoFactorRedirect: true, twoFactorToken: expect.any(String) });
  const origin = new URL(new HttpClient().url).origin;
  const page = await new HttpClient().post("/api/auth/sign-in/email", person, { origin });
  expect(page.body).toMatchObject({ twoFactorRedirect: true });
  expect(page.body).not.toHaveProperty("twoFactorToken");
  expect(page.headers.getSetCookie()).toContainEqual(expect.stringMatching(/two_factor=[^;]+;.*HttpOnly/));
});

test("Authentication › 4: no way of signing in goes around the second factor: codes by mail", async () => {
  const person = await newNativePerson();
  const factor = await addSecondFactor(person);

  const native = new HttpClient();
  const otp = await askCode(person.email, "sign-in");
  const answer = await native.post("/api/auth/sign-in/email-otp", { email: person.email, otp });
  expect(answer.body).toMatchObject({ twoFactorRedirect: true, twoFactorToken: expect.any(String) });
  expect(answer.headers.get("set-auth-token")).toBeNull();
  expect(sessionCookieOf(answer)).toBeUndefined();
  const body = { code: factor.backupCodes.pop(), twoFactorToken: textAt(answer, "twoFactorToken") };
  tokenOf(expectOk(await native.post("/api/auth/two-factor/verify-backup-code", body)));

  // A verified address cannot be verified again, so `verify-email` does not sign anybody in.
  const verifying = { email: person.email, otp: await askCode(person.email, "email-verification") };
  const refused = await new HttpClient().post("/api/auth/email-otp/verify-email", verifying);
  expect(refused).toMatchObject({ status: 400, body: { code: "INVALID_OTP" } });
  expect(sessionCookieOf(refused)).toBeUndefined();
});

test("Authentication › 4: no way of signing in goes around the second factor: the mini-program", async () => {
  const person = newMiniProgramPerson();
  const client = new HttpClient();
  async function arrive() {
    const code = await miniProgram.loginCode(person);
    return expectOk(await client.post("/api/auth/mini-program/sign-in", { code }));
  }
  client.token = tokenOf(await arrive());
  const factor = await addSecondFactor({ client, password: "" });
  client.token = null;
  const challenge = await arrive();
  expect(challenge.body).toMatchObject({ twoFactorRedirect: true, twoFactorToken: expect.any(String) });
  expect(challenge.body).not.toHaveProperty("token");
  expect(challenge.headers.get("set-auth-token")).toBeNull();
  expect(sessionCookieOf(challenge)).toBeUndefined();
  const body = { code: factor.code(), twoFactorToken: textAt(challenge, "twoFactorToken") };
  client.token = tokenOf(expectOk(await client.post("/api/auth/two-factor/verify-totp", body)));
  expect((await client.get("/api/trips")).status).toBe(200);
});

test("Authentication › 4: no way of signing in goes around the second factor: links by mail", async () => {
  const person = await newNativePerson();
  await addSecondFactor(person);
  const newEmail = newCredentials().email;
  expectOk(await person.client.post("/api/auth/change-email", { newEmail }));
  await mail.mailsTo(person.email, 2);
  for (const address of [person.email, newEmail]) {
    await mail.mailsTo(address, 1);
    const stranger = new BrowserClient();
    const link = (await mail.lastLinkTo(address)) ?? "";
    await stranger.get(link);
    expect((await sessionOf(stranger)).body).toBeNull();
    await person.client.get(link);
  }
  expectOk(await new HttpClient().post("/api/auth/request-password-reset", { email: newEmail }));
  await mail.mailsTo(newEmail, 2);
  const visit = await new HttpClient().get((await mail.lastLinkTo(newEmail)) ?? "");
  const token = /token=([^&]+)/.exec(visit.headers.get("location") ?? "")?.[1];
  const newPassword = "a password set by the link";
  const reset = await new BrowserClient().post("/api/auth/reset-password", { newPassword, token });
  expect(sessionCookieOf(expectOk(reset))).toBeUndefined();
  const again = await new HttpClient().post("/api/auth/sign-in/email", {
    email: newEmail,
    password: newPassword,
  });
  expect(again.body).toMatchObject({ twoFactorRedirect: true });
});
