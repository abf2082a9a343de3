// @alone: looks at whole tables
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { handleAuth } from "#lib/server/auth/handler.ts";
import {
  authApi,
  newPerson,
  ORIGIN,
  refusedWith,
  sessionOf,
  type SignedIn,
  signUpAndVerify,
} from "#tests/helpers/auth-api.ts";
import { sessionRow, userRow } from "#tests/helpers/auth-rows.ts";
import { lastCode, mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";
import { totp } from "#tests/helpers/totp.ts";

useMailbox();

beforeEach(() => {
  vi.stubEnv("TRUSTED_ORIGINS", "app://,https://friend.example");
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

describe("update-user", () => {
  test.each([
    ["an empty name", { name: " " }, "INVALID_NAME"],
    ["a name of 65 characters", { name: "x".repeat(65) }, "INVALID_NAME"],
    ["a name that nobody can see", { name: "\u00AD" }, "INVALID_NAME"],
    ["a name that turns what follows it", { name: "\u2067Ann" }, "INVALID_NAME"],
    ["a name that is no text", { name: 5 }, "INVALID_NAME"],
    ["no name at all", { name: null }, "INVALID_NAME"],
    ["a picture from elsewhere", { image: "https://tracker.test/x.png" }, "FIELD_NOT_ALLOWED"],
    ["an unknown currency", { defaultCurrency: "XXX" }, "VALIDATION_ERROR"],
    ["no currency", { defaultCurrency: null }, "VALIDATION_ERROR"],
    ["an address", { email: "other@people.test" }, "EMAIL_CAN_NOT_BE_UPDATED"],
    ["a second factor", { twoFactorEnabled: true }, "FIELD_NOT_ALLOWED"],
    ["nothing", {}, "NO_FIELDS_TO_UPDATE"],
    ["only what is not a field", { emailVerified: true, id: "1" }, "NO_FIELDS_TO_UPDATE"],
  ])("refuses %s", async (_, body, code) => {
    const person = await signUpAndVerify();
    const before = await userRow(person.email);
    const answer = await authApi().post("/update-user", body, bearer(person));
    expect(answer).toMatchObject({
      status: 400,
      body: { code, message: expect.any(String), requestId: expect.any(String) },
    });
    expect(await userRow(person.email)).toEqual(before);
  });

  test("trims the name, keeps the picture and shows in the session", async () => {
    const person = await signUpAndVerify();
    const image = (await userRow(person.email))?.image;
    const answer = await authApi().post(
      "/update-user",
      { name: "  李安 ", defaultCurrency: "CNY" },
      bearer(person),
    );
    expect(answer).toMatchObject({ status: 200, body: { status: true } });
    const session = await authApi().get("/get-session", bearer(person));
    expect(session.body).toMatchObject({ user: { name: "李安", defaultCurrency: "CNY", image } });
  });
});

describe("change-password", () => {
  test("needs the current one, and ends the other sessions when asked", async () => {
    const person = await signUpAndVerify();
    const other = sessionOf(await authApi().post("/sign-in/email", person));
    const change = {
      currentPassword: "wrong password",
      newPassword: "a new password",
      revokeOtherSessions: true,
    };
    const wrong = await authApi().post("/change-password", change, bearer(person));
    expect(wrong).toEqual(refusedWith(400, "INVALID_PASSWORD"));
    const right = { ...change, currentPassword: person.password };
    const answer = await authApi().post("/change-password", right, bearer(person));
    expect(answer.status).toBe(200);
    expect(await sessionRow(other.token)).toBeUndefined();
    expect(await sessionRow(sessionOf(answer).token)).toBeDefined();
    expect(await authApi().post("/sign-in/email", { ...person, password: "a new password" })).toMatchObject({
      status: 200,
    });
  });
});

describe("change of address by code", () => {
  test("verifies both inboxes and keeps the session", async () => {
    const person = await signUpAndVerify();
    const newEmail = newPerson().email;
    const api = authApi();
    const without = await api.post("/email-otp/request-email-change", { newEmail }, bearer(person));
    expect(without).toEqual(refusedWith(400, "OTP_IS_REQUIRED_TO_VERIFY_CURRENT_EMAIL"));
    await api.post("/email-otp/send-verification-otp", { email: person.email, type: "change-email" });
    expect(mailsTo(person.email).at(-1)).toMatchObject({ kind: "change-email" });
    const request = { newEmail, otp: lastCode(person.email) };
    expect(await api.post("/email-otp/request-email-change", request, bearer(person))).toMatchObject({
      status: 200,
    });
    expect(mailsTo(newEmail)).toMatchObject([{ kind: "change-email" }]);
    const change = { newEmail, otp: lastCode(newEmail) };
    expect(await api.post("/email-otp/change-email", change, bearer(person))).toMatchObject({ status: 200 });
    const session = await api.get("/get-session", bearer(person));
    expect(session.body).toMatchObject({ user: { email: newEmail, emailVerified: true } });
    expect(await authApi().post("/sign-in/email", { ...person, email: newEmail })).toMatchObject({
      status: 200,
    });
  });

  test("mails nothing to an address that has an account, and doesn't say so", async () => {
    const [person, taken] = [await signUpAndVerify(), await signUpAndVerify()];
    const api = authApi();
    await api.post("/email-otp/send-verification-otp", { email: person.email, type: "change-email" });
    const mails = mailsTo(taken.email).length;
    const request = { newEmail: taken.email, otp: lastCode(person.email) };
    const answer = await api.post("/email-otp/request-email-change", request, bearer(person));
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(mailsTo(taken.email)).toHaveLength(mails);
  });
});

const follow = (link: string | null | undefined, headers?: Record<string, string>) => {
  const url = new URL(link ?? "");
  return authApi().get(`${url.pathname.replace("/api/auth", "")}${url.search}`, headers);
};

describe("links", () => {
  test("reset a password: the mail's link leads to the page that was named, or to the web app's own", async () => {
    const person = await signUpAndVerify();
    await authApi().post("/request-password-reset", { email: person.email });
    const own = await follow(mailsTo(person.email).at(-1)?.link);
    expect(own.headers.get("location")).toMatch(`${ORIGIN}/reset-password?token=`);
    const redirectTo = "https://friend.example/reset";
    await authApi().post(
      "/request-password-reset",
      { email: person.email, redirectTo },
      { "x-app-lang": "zh" },
    );
    expect(mailsTo(person.email).at(-1)).toMatchObject({
      kind: "reset-password",
      subject: "重置你的 Wayfare 密码",
    });
    const { headers } = await follow(mailsTo(person.email).at(-1)?.link);
    const token = new URL(headers.get("location") ?? "").searchParams.get("token");
    const reset = { newPassword: "a new password", token };
    expect(await authApi().post("/reset-password", reset)).toMatchObject({ status: 200 });
    expect(await authApi().post("/reset-password", reset)).toEqual(refusedWith(400, "INVALID_TOKEN"));
    expect(await sessionRow(person.token)).toBeUndefined();
    expect(await authApi().post("/sign-in/email", { ...person, password: "a new password" })).toMatchObject({
      status: 200,
    });
  });

  test("say nothing about unknown addresses", async () => {
    const stranger = newPerson();
    const person = await signUpAndVerify();
    const unknown = await authApi().post("/request-password-reset", stranger);
    const known = await authApi().post("/request-password-reset", person);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(mailsTo(stranger.email)).toEqual([]);
  });

  test("change an address: first the current inbox agrees, then the new one", async () => {
    const person = await signUpAndVerify();
    const newEmail = newPerson().email;
    const ask = { newEmail, callbackURL: "/account" };
    expect(await authApi().post("/change-email", ask, bearer(person))).toMatchObject({ status: 200 });
    expect(mailsTo(person.email).at(-1)?.text).toContain(newEmail);
    const agreed = await follow(mailsTo(person.email).at(-1)?.link, bearer(person));
    expect([agreed.status, agreed.headers.get("location")]).toEqual([302, "/account"]);
    expect(await userRow(person.email)).toBeDefined();
    expect(mailsTo(newEmail)).toMatchObject([{ kind: "change-email-confirmation" }]);
    await follow(mailsTo(newEmail)[0]?.link, bearer(person));
    expect(await userRow(newEmail)).toMatchObject({ emailVerified: true });
  });

  test("of a change of address do nothing for whoever else opens them, nor when they are only looked at", async () => {
    const [person, other] = [await signUpAndVerify(), await signUpAndVerify()];
    const newEmail = newPerson().email;
    await authApi().post("/change-email", { newEmail }, bearer(person));
    const link = mailsTo(person.email).at(-1)?.link ?? "";
    const nobody = await follow(link);
    expect(new URL(nobody.headers.get("location") ?? "").pathname).toBe("/sign-in");
    const next = new URL(nobody.headers.get("location") ?? "").searchParams.get("next");
    expect(`${ORIGIN}${next}`).toBe(link);
    const stranger = await follow(link, bearer(other));
    expect(stranger.headers.get("location")).toBe(`${ORIGIN}/sign-in?error=INVALID_USER`);
    const looked = await handleAuth(new Request(link, { method: "HEAD", headers: bearer(person) }));
    expect(looked.status).toBe(405);
    expect(mailsTo(newEmail)).toEqual([]);
  });

  test("to set a password are worth nothing once the password or the address has changed", async () => {
    for (const change of ["password", "address"] as const) {
      const person = await signUpAndVerify();
      await authApi().post("/request-password-reset", { email: person.email });
      const token = /\/reset-password\/([^?]+)/.exec(mailsTo(person.email).at(-1)?.link ?? "")?.[1];
      if (change === "password") {
        const { password } = person;
        const body = { currentPassword: password, newPassword: "another password" };
        expect(await authApi().post("/change-password", body, bearer(person))).toMatchObject({ status: 200 });
      } else {
        await changeAddress(person, newPerson().email);
      }
      const late = await authApi().post("/reset-password", { token, newPassword: "set by the old link" });
      expect(late, change).toEqual(refusedWith(400, "INVALID_TOKEN"));
    }
  });

  test("lead nowhere that is not trusted, however the place is written", async () => {
    for (const place of ["/..//evil.test", "/.//evil.test/x", "//evil.test", "https://evil.test"]) {
      const path = `/verify-email?token=x&callbackURL=${encodeURIComponent(place)}`;
      const answer = await authApi().get(path);
      const location = new URL(answer.headers.get("location") ?? ORIGIN, ORIGIN);
      expect(location.origin, place).toBe(ORIGIN);
    }
  });
});

async function changeAddress(person: SignedIn, newEmail: string): Promise<void> {
  await authApi().post("/email-otp/send-verification-otp", { email: person.email, type: "change-email" });
  const asked = { newEmail, otp: lastCode(person.email) };
  expect(await authApi().post("/email-otp/request-email-change", asked, bearer(person))).toMatchObject({
    status: 200,
  });
  const done = { newEmail, otp: lastCode(newEmail) };
  expect(await authApi().post("/email-otp/change-email", done, bearer(person))).toMatchObject({
    status: 200,
  });
}

async function withSecondFactor(): Promise<SignedIn & { uri: string; backupCodes: string[] }> {
  const person = await signUpAndVerify();
  const enabled = await authApi().post("/two-factor/enable", { password: person.password }, bearer(person));
  const { totpURI, backupCodes } = Object(enabled.body);
  expect(totpURI).toMatch(/^otpauth:\/\/totp\/Wayfare:.*&issuer=Wayfare&/);
  const verified = await authApi().post("/two-factor/verify-totp", { code: totp(totpURI) }, bearer(person));
  expect(verified.status).toBe(200);
  return { ...person, ...sessionOf(verified), uri: totpURI, backupCodes };
}

describe("two-factor", () => {
  test("asks for the password of an account that has one", async () => {
    const person = await signUpAndVerify();
    const answer = await authApi().post("/two-factor/enable", {}, bearer(person));
    expect(answer).toEqual(refusedWith(400, "INVALID_PASSWORD"));
    expect(await userRow(person.email)).toMatchObject({ twoFactorEnabled: false });
  });

  test("begins with a verified code and is asked for however one signs in", async () => {
    const person = await withSecondFactor();
    const { email } = person;
    expect(await userRow(email)).toMatchObject({ twoFactorEnabled: true });
    await authApi().post("/email-otp/send-verification-otp", { email, type: "sign-in" });
    const byCode = await authApi().post("/sign-in/email-otp", { email, otp: lastCode(email) });
    const byPassword = await authApi().post("/sign-in/email", person);
    for (const answer of [byCode, byPassword]) {
      expect([answer.status, answer.body]).toEqual([
        200,
        { twoFactorRedirect: true, twoFactorMethods: ["totp"], twoFactorToken: expect.any(String) },
      ]);
      expect(sessionOf(answer)).toMatchObject({ token: "" });
    }
  });

  test("lets in with a code of the app, or once with a backup code", async () => {
    const person = await withSecondFactor();
    const challenge = async () => {
      const { headers } = await authApi().post("/sign-in/email", person);
      const cookie =
        headers
          .getSetCookie()
          .find((value) => value.includes("two_factor="))
          ?.split(";")[0] ?? "";
      return { cookie, origin: ORIGIN };
    };
    const headers = await challenge();
    const wrong = await authApi().post("/two-factor/verify-totp", { code: "000000" }, headers);
    expect(wrong).toEqual(refusedWith(401, "INVALID_CODE"));
    const right = await authApi().post("/two-factor/verify-totp", { code: totp(person.uri) }, headers);
    expect(await authApi().get("/get-session", bearer(sessionOf(right)))).toMatchObject({
      body: { user: { twoFactorEnabled: true } },
    });
    const [code] = person.backupCodes;
    const backup = await authApi().post("/two-factor/verify-backup-code", { code }, await challenge());
    expect(backup.status).toBe(200);
    const again = await authApi().post("/two-factor/verify-backup-code", { code }, await challenge());
    expect(again).toEqual(refusedWith(401, "INVALID_BACKUP_CODE"));
  });
});
