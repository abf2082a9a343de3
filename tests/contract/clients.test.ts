import { createAuthClient } from "better-auth/client";
import { emailOTPClient, inferAdditionalFields, twoFactorClient } from "better-auth/client/plugins";
import { expect, test } from "vitest";
import { newMiniProgramPerson } from "#tests/doubles/mini-program-platform.ts";
import { miniProgram } from "./doubles.ts";
import { BrowserClient, HttpClient, textAt, tokenOf, valueAt } from "./http-client.ts";
import {
  askCode,
  authenticator,
  expectOk,
  lastCode,
  mailCount,
  newCredentials,
  sessionOf,
} from "./people.ts";
import { recordText } from "./recorded-texts.ts";
import { newTrip } from "./trips.ts";

/** Returns better-auth's own client, as a page of ours would use it. */
function officialClient(browser: BrowserClient) {
  const origin = new URL(browser.url).origin;
  return createAuthClient({
    baseURL: `${origin}/api/auth`,
    plugins: [
      emailOTPClient(),
      twoFactorClient(),
      inferAdditionalFields({ user: { defaultCurrency: { type: "string", required: false } } }),
    ],
    fetchOptions: {
      customFetchImpl: (input, init) => browser.jar.fetch(input, withOrigin(init, origin)),
    },
  });
}

function withOrigin(init: RequestInit | undefined, origin: string): RequestInit {
  const headers = new Headers(init?.headers);
  if (init?.method !== "GET") headers.set("origin", origin);
  return { ...init, headers };
}

/** Returns the data of the official client's answer. @throws Error when the call was refused */
function given<T>({ data, error }: { data: T; error: unknown }): NonNullable<T> {
  if (data === null || data === undefined) throw new Error(`Refused: ${JSON.stringify(error)}`);
  return data;
}

test("Clients › better-auth's own browser client, with cookies, runs the whole journey", async () => {
  const browser = new BrowserClient();
  const auth = officialClient(browser);
  const person = newCredentials();
  const signIn = () => auth.signIn.email({ email: person.email, password: person.password });
  const me = async () => (await auth.getSession()).data?.user;

  expect(given(await auth.signUp.email({ ...person, defaultCurrency: "EUR" })).token).toBeNull();
  expect((await signIn()).error).toMatchObject({ status: 403, code: "EMAIL_NOT_VERIFIED" });
  given(await auth.emailOtp.verifyEmail({ email: person.email, otp: await lastCode(person.email, 2) }));
  expect(await me()).toMatchObject({ email: person.email, defaultCurrency: "EUR", emailVerified: true });
  given(await auth.signOut());
  expect((await auth.getSession()).data).toBeNull();
  given(await signIn());
  given(await auth.updateUser({ name: "Ann Renamed", defaultCurrency: "GBP" }));
  expect(await me()).toMatchObject({ name: "Ann Renamed", defaultCurrency: "GBP" });

  const enabled = given(await auth.twoFactor.enable({ password: person.password }));
  if (!("totpURI" in enabled)) throw new Error("No TOTP was set up.");
  const code = authenticator(enabled.totpURI);
  recordText("TOTP secret", new URL(enabled.totpURI).searchParams.get("secret"));
  given(await auth.twoFactor.verifyTotp({ code: code() }));
  expect(await me()).toMatchObject({ twoFactorEnabled: true });
  given(await auth.signOut());
  expect(given(await signIn())).toMatchObject({ twoFactorRedirect: true });
  expect((await auth.getSession()).data).toBeNull();
  given(await auth.twoFactor.verifyTotp({ code: code() }));
  expect(await me()).toMatchObject({ email: person.email });

  given(await auth.signOut());
  given(await signIn());
  given(await auth.twoFactor.verifyBackupCode({ code: enabled.backupCodes[0] ?? "" }));
  expect(await me()).toMatchObject({ email: person.email });
  const fresh = given(await auth.twoFactor.generateBackupCodes({ password: person.password }));
  expect(fresh.backupCodes).toHaveLength(10);
  for (const backup of [...enabled.backupCodes, ...fresh.backupCodes]) recordText("backup code", backup);

  const newEmail = newCredentials().email;
  const otp = await askCode(person.email, "change-email");
  given(await auth.emailOtp.requestEmailChange({ newEmail, otp }));
  given(await auth.emailOtp.changeEmail({ newEmail, otp: await lastCode(newEmail) }));
  expect(await me()).toMatchObject({ email: newEmail, emailVerified: true });

  const newPassword = "another long password";
  const other = officialClient(new BrowserClient());
  const challenge = await other.signIn.email({ email: newEmail, password: person.password });
  expect(given(challenge)).toMatchObject({ twoFactorRedirect: true });
  given(await other.twoFactor.verifyBackupCode({ code: fresh.backupCodes[1] ?? "" }));
  const change = { currentPassword: person.password, newPassword, revokeOtherSessions: true };
  given(await auth.changePassword(change));
  expect((await other.getSession()).data).toBeNull();
  expect(await me()).toMatchObject({ email: newEmail });

  const before = await mailCount(newEmail);
  given(await auth.emailOtp.requestPasswordReset({ email: newEmail }));
  const reset = {
    email: newEmail,
    otp: await lastCode(newEmail, before + 1),
    password: "a password after the reset",
  };
  given(await auth.emailOtp.resetPassword(reset));
  expect((await auth.getSession()).data).toBeNull();
  expect(given(await auth.signIn.email(reset))).toMatchObject({ twoFactorRedirect: true });
  given(await auth.twoFactor.verifyBackupCode({ code: fresh.backupCodes[2] ?? "" }));
  given(await auth.twoFactor.disable({ password: reset.password }));
  given(await auth.signOut());
  expect(given(await auth.signIn.email(reset))).toMatchObject({ token: expect.any(String) });
  given(await auth.signOut());
});

/**
 * A native client that follows its rules: a bearer token, no cookies and no Origin; on 401 it signs in silently and
 * retries once.
 */
class NativeApp {
  readonly http = new HttpClient();
  readonly #signIn: (http: HttpClient) => Promise<string>;
  silentSignIns = 0;

  constructor(signIn: (http: HttpClient) => Promise<string>) {
    this.#signIn = signIn;
  }

  async send(method: "GET" | "POST", path: string, body?: unknown) {
    const answer = await this.http.send(method, path, body);
    if (answer.status !== 401) return answer;
    this.http.token = null;
    this.silentSignIns++;
    this.http.token = await this.#signIn(this.http);
    return this.http.send(method, path, body);
  }
}

test("Clients › a bearer-only client, with neither cookies nor an Origin, runs the whole journey", async () => {
  const person = newCredentials();
  const http = new HttpClient();
  const post = async (path: string, body?: unknown) => expectOk(await http.post(`/api/auth${path}`, body));

  await post("/sign-up/email", person);
  const verify = { email: person.email, otp: await lastCode(person.email) };
  http.token = tokenOf(await post("/email-otp/verify-email", verify));
  expect((await sessionOf(http)).body).toMatchObject({ user: { email: person.email } });
  await post("/update-user", { name: "Ann Renamed", defaultCurrency: "GBP" });

  const enabled = await post("/two-factor/enable", { password: person.password });
  const code = authenticator(textAt(enabled, "totpURI"));
  http.token = tokenOf(await post("/two-factor/verify-totp", { code: code() }));
  expect((await sessionOf(http)).body).toMatchObject({
    user: { name: "Ann Renamed", twoFactorEnabled: true },
  });
  const { backupCodes } = Object((await post("/two-factor/generate-backup-codes")).body);

  const newEmail = newCredentials().email;
  await post("/email-otp/request-email-change", {
    newEmail,
    otp: await askCode(person.email, "change-email"),
  });
  await post("/email-otp/change-email", { newEmail, otp: await lastCode(newEmail) });
  expect((await sessionOf(http)).body).toMatchObject({ user: { email: newEmail } });

  await post("/sign-out");
  expect((await http.get("/api/trips")).status).toBe(401);
  http.token = null;
  for (const [path, answer] of [
    ["verify-totp", code()],
    ["verify-backup-code", backupCodes[0]],
  ]) {
    const challenge = await post("/sign-in/email", { email: newEmail, password: person.password });
    expect(challenge.headers.get("set-auth-token")).toBeNull();
    const proof = { code: answer, twoFactorToken: textAt(challenge, "twoFactorToken") };
    const verified = await post(`/two-factor/${path}`, proof);
    expect(textAt(verified, "token")).toBe(tokenOf(verified).split(".")[0]);
    const device = new HttpClient();
    device.token = tokenOf(verified);
    expect((await device.get("/api/trips")).status).toBe(200);
    if (path === "verify-backup-code") http.token = device.token;
  }

  const change = {
    currentPassword: person.password,
    newPassword: "another long password",
    revokeOtherSessions: true,
  };
  http.token = tokenOf(await post("/change-password", change));
  await post("/two-factor/disable");
  http.token = null;
  const reset = {
    email: newEmail,
    otp: await askCode(newEmail, "forget-password"),
    password: "a password after the reset",
  };
  await post("/email-otp/reset-password", reset);
  http.token = tokenOf(await post("/sign-in/email", reset));
  expect((await http.get("/api/trips")).status).toBe(200);
  await post("/sign-out");
});

test("Clients › the mini-program's rule: 401 → sign in again silently → retry once", async () => {
  const person = newMiniProgramPerson();
  const app = new NativeApp(async (http) => {
    const code = await miniProgram.loginCode(person);
    return tokenOf(expectOk(await http.post("/api/auth/mini-program/sign-in", { code })));
  });
  const first = await app.send("GET", "/api/trips");
  expect([first.status, app.silentSignIns]).toEqual([200, 1]);
  const tripId = textAt(await newTrip(app.http), "id");
  expectOk(await app.http.post("/api/auth/sign-out"));

  const stop = await app.send("POST", `/api/trips/${tripId}/stops`, { dayId: null, name: "Arashiyama" });
  expect([stop.status, app.silentSignIns]).toEqual([201, 2]);
  const trip = await app.send("GET", `/api/trips/${tripId}`);
  expect(valueAt(trip, "stops")).toHaveLength(1);
  expect(app.silentSignIns).toBe(2);
});
