import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accounts } from "#db/schema/auth.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import {
  authApi,
  newPerson,
  refusedWith,
  sessionOf,
  signUpAndVerify,
  signUpPerson,
} from "#tests/helpers/auth-api.ts";
import { ageCode, codeRows, userRow } from "#tests/helpers/auth-rows.ts";
import { lastCode, mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";

useMailbox();

function otherThan(code: string): string {
  return code === "000000" ? "111111" : "000000";
}

describe("verify-email", () => {
  test("refuses a wrong code, and after three even the right one", async () => {
    const { email } = await signUpPerson();
    const otp = lastCode(email);
    for (const attempt of [1, 2, 3]) {
      const wrong = await authApi().post("/email-otp/verify-email", { email, otp: otherThan(otp) });
      expect(wrong, `attempt ${attempt}`).toEqual(refusedWith(400, "INVALID_OTP"));
    }
    expect(await authApi().post("/email-otp/verify-email", { email, otp })).toEqual(
      // The refusal equals the one for an unknown address, because only an existing code can run out of attempts.
      refusedWith(400, "INVALID_OTP"),
    );
    expect(await authApi().post("/email-otp/verify-email", { email, otp })).toEqual(
      refusedWith(400, "INVALID_OTP"),
    );
    expect(await userRow(email)).toMatchObject({ emailVerified: false });
  });

  test("refuses an expired code, an unknown address and one that is none", async () => {
    const { email } = await signUpPerson();
    await ageCode("email-verification", email, { expiresAt: new Date(Date.now() - 1000) });
    const api = authApi();
    const expired = await api.post("/email-otp/verify-email", { email, otp: lastCode(email) });
    expect(expired).toEqual(refusedWith(400, "INVALID_OTP"));
    const unknown = await api.post("/email-otp/verify-email", { email: newPerson().email, otp: "123456" });
    expect(unknown).toEqual(refusedWith(400, "INVALID_OTP"));
    const none = await api.post("/email-otp/verify-email", { email: "nobody", otp: "123456" });
    expect(none).toEqual(refusedWith(400, "INVALID_EMAIL"));
  });

  test("signs in: cookie for browsers, token for native clients", async () => {
    const { email } = await signUpPerson();
    const answer = await authApi().post("/email-otp/verify-email", { email, otp: lastCode(email) });
    const { token, signedToken } = sessionOf(answer);
    expect(answer).toMatchObject({
      status: 200,
      body: { status: true, token, user: { email, emailVerified: true } },
    });
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(answer.headers.getSetCookie()).toEqual([
      `better-auth.session_token=${encodeURIComponent(signedToken)}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    ]);
    const session = await authApi().get("/get-session", { authorization: `Bearer ${token}` });
    expect(session.body).toMatchObject({
      session: { token },
      user: { email, emailVerified: true, defaultCurrency: "JPY", twoFactorEnabled: false },
    });
  });

  test("opens no session for an address that is verified already, whatever the code was mailed for", async () => {
    for (const type of ["sign-in", "email-verification", "forget-password", "change-email"]) {
      const [api, { email }] = [authApi(), await signUpAndVerify()];
      await api.post("/email-otp/send-verification-otp", { email, type });
      expect(mailsTo(email).at(-1)).toMatchObject({ kind: type });
      const otp = lastCode(email);
      const answer = await api.post("/email-otp/verify-email", { email: email.toUpperCase(), otp });
      expect(answer, type).toEqual(refusedWith(400, "INVALID_OTP"));
      expect(answer.headers.getSetCookie(), type).toEqual([]);
      expect(answer.headers.get("set-auth-token"), type).toBeNull();
    }
  });

  test("tells nobody which addresses are verified, whatever password comes along", async () => {
    const emails = [(await signUpAndVerify()).email, (await signUpPerson()).email, newPerson().email];
    for (const password of [undefined, "short", "password123", "a long and winding road"]) {
      const answers = [];
      for (const email of emails) {
        const body = { email, otp: "12345x", ...(password !== undefined && { password }) };
        const { status, body: said } = await authApi().post("/email-otp/verify-email", body);
        answers.push([status, { ...Object(said), requestId: "" }]);
      }
      expect(answers[1], String(password)).toEqual(answers[0]);
      expect(answers[2], String(password)).toEqual(answers[0]);
    }
  });

  test("takes a code once", async () => {
    const { email } = await signUpPerson();
    const otp = lastCode(email);
    expect(await authApi().post("/email-otp/verify-email", { email, otp })).toMatchObject({ status: 200 });
    expect(await authApi().post("/email-otp/verify-email", { email, otp })).toEqual(
      refusedWith(400, "INVALID_OTP"),
    );
  });

  test("takes a code once among as many at the same moment as an account takes", async () => {
    const { email } = await signUpPerson();
    const otp = lastCode(email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => authApi().post("/email-otp/verify-email", { email, otp })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  test("stores codes under a keyed hash and the address under a hash", async () => {
    const { email } = await signUpPerson();
    const [row] = await codeRows("email-verification", email);
    expect(row?.value).toMatch(/^[\w-]{43}:0$/);
    expect(row?.value).not.toContain(lastCode(email));
    expect(row?.identifier).not.toContain(email);
    const life = (row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0);
    expect(Math.round(life / 1000)).toBe(300);
  });
});

describe("send-verification-otp", () => {
  test("tells nothing about addresses, and mails only to those with an account", async () => {
    const person = await signUpAndVerify();
    const stranger = newPerson();
    for (const type of ["sign-in", "email-verification", "forget-password", "change-email"]) {
      const known = await authApi().post("/email-otp/send-verification-otp", { email: person.email, type });
      const unknown = await authApi().post("/email-otp/send-verification-otp", {
        email: stranger.email,
        type,
      });
      expect([known.status, known.body]).toEqual([200, { success: true }]);
      expect([unknown.status, unknown.body]).toEqual([200, { success: true }]);
      expect(mailsTo(person.email).at(-1)).toMatchObject({ kind: type });
    }
    expect(mailsTo(stranger.email)).toEqual([]);
    const other = await authApi().post("/email-otp/send-verification-otp", {
      email: person.email,
      type: "other",
    });
    expect(other).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  });

  test("makes the code before it worthless", async () => {
    const { email } = await signUpPerson();
    const first = lastCode(email);
    await authApi().post("/email-otp/send-verification-otp", { email, type: "email-verification" });
    const second = lastCode(email);
    if (first !== second) {
      const old = await authApi().post("/email-otp/verify-email", { email, otp: first });
      expect(old).toEqual(refusedWith(400, "INVALID_OTP"));
    }
    expect(await authApi().post("/email-otp/verify-email", { email, otp: second })).toMatchObject({
      status: 200,
    });
  });
});

describe("sign-in by code", () => {
  test("never creates a user", async () => {
    const { email } = newPerson();
    await authApi().post("/email-otp/send-verification-otp", { email, type: "sign-in" });
    const answer = await authApi().post("/sign-in/email-otp", { email, otp: "123456", name: "New" });
    expect(answer).toEqual(refusedWith(400, "INVALID_OTP"));
    expect(await userRow(email)).toBeUndefined();
  });

  test("verifies an unverified account, whose password is then nobody's", async () => {
    const person = await signUpPerson();
    const { email } = person;
    await authApi().post("/email-otp/send-verification-otp", { email, type: "sign-in" });
    const otp = lastCode(email);
    const wrong = await authApi().post("/sign-in/email-otp", { email, otp: otherThan(otp) });
    expect(wrong).toEqual(refusedWith(400, "INVALID_OTP"));
    expect(await userRow(email)).toMatchObject({ emailVerified: false });
    expect(await authApi().post("/sign-in/email-otp", { email, otp })).toMatchObject({
      status: 200,
      body: { user: { emailVerified: true } },
    });
    expect(await authApi().post("/sign-in/email-otp", { email, otp })).toEqual(
      refusedWith(400, "INVALID_OTP"),
    );
    expect(await authApi().post("/sign-in/email", person)).toEqual(
      refusedWith(401, "INVALID_EMAIL_OR_PASSWORD"),
    );
  });

  test("leaves the password of a verified account alone", async () => {
    const person = await signUpAndVerify();
    const { email } = person;
    await authApi().post("/email-otp/send-verification-otp", { email, type: "sign-in" });
    const otp = lastCode(email);
    expect(await authApi().post("/sign-in/email-otp", { email, otp })).toMatchObject({ status: 200 });
    expect(await authApi().post("/sign-in/email", person)).toMatchObject({ status: 200 });
  });
});

describe("password reset by code", () => {
  test("refuses a wrong code and a short password, which spends no code", async () => {
    const { email } = await signUpAndVerify();
    await authApi().post("/email-otp/request-password-reset", { email });
    const otp = lastCode(email);
    const short = await authApi().post("/email-otp/reset-password", { email, otp, password: "short" });
    expect(short).toEqual(refusedWith(400, "PASSWORD_TOO_SHORT"));
    const wrong = await authApi().post("/email-otp/reset-password", {
      email,
      otp: otherThan(otp),
      password: "new password",
    });
    expect(wrong).toEqual(refusedWith(400, "INVALID_OTP"));
    expect(
      await authApi().post("/email-otp/reset-password", { email, otp, password: "new password" }),
    ).toMatchObject({
      status: 200,
    });
  });

  test("replaces the password and ends every session", async () => {
    const person = await signUpAndVerify();
    const { email } = person;
    await authApi().post("/email-otp/request-password-reset", { email });
    expect(mailsTo(email).at(-1)).toMatchObject({ kind: "forget-password" });
    const reset = { email, otp: lastCode(email), password: "a new password" };
    expect(await authApi().post("/email-otp/reset-password", reset)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    const session = await authApi().get("/get-session", { authorization: `Bearer ${person.token}` });
    expect(session).toMatchObject({ status: 200, body: null });
    expect(await authApi().post("/sign-in/email", person)).toEqual(
      refusedWith(401, "INVALID_EMAIL_OR_PASSWORD"),
    );
    expect(await authApi().post("/sign-in/email", { email, password: "a new password" })).toMatchObject({
      status: 200,
    });
  });

  test("gives a password to an account that has none", async () => {
    const { email } = await signUpAndVerify();
    const user = await userRow(email);
    await freshDatabase()
      .drizzle.delete(accounts)
      .where(eq(accounts.userId, user?.id ?? ""));
    await authApi().post("/email-otp/request-password-reset", { email });
    await authApi().post("/email-otp/reset-password", {
      email,
      otp: lastCode(email),
      password: "a first password",
    });
    expect(await authApi().post("/sign-in/email", { email, password: "a first password" })).toMatchObject({
      status: 200,
    });
  });
});
