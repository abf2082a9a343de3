import { afterEach, describe, expect, test } from "vitest";
import { listenToAuth } from "#lib/server/auth/listeners.ts";
import {
  authApi,
  newPerson,
  ORIGIN,
  refusedWith,
  sessionOf,
  signUpAndVerify,
  signUpPerson,
} from "#tests/helpers/auth-api.ts";
import { ageSession, sessionRow } from "#tests/helpers/auth-rows.ts";
import { lastCode, mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";

useMailbox();

const fromWeb = (cookie: string) => ({ cookie, origin: ORIGIN });

afterEach(() => {
  listenToAuth({ sessionEnded: () => Promise.resolve() });
});

describe("sign-in", () => {
  test("works for Node's own fetch, which says cors but sends no Origin, and not for a foreign page", async () => {
    const person = await signUpAndVerify();
    const native = await authApi().post("/sign-in/email", person, { "sec-fetch-mode": "cors" });
    expect(native.status).toBe(200);
    const foreign = {
      "sec-fetch-mode": "cors",
      "sec-fetch-site": "cross-site",
      origin: "https://evil.example",
    };
    expect((await authApi().post("/sign-in/email", person, foreign)).status).toBe(403);
  });

  test("is refused alike for a wrong password and an unknown address", async () => {
    const person = await signUpAndVerify();
    const wrong = await authApi().post("/sign-in/email", { ...person, password: "wrong password" });
    const unknown = await authApi().post("/sign-in/email", newPerson());
    expect(wrong).toEqual(refusedWith(401, "INVALID_EMAIL_OR_PASSWORD", "Invalid email or password"));
    expect(unknown).toEqual(refusedWith(401, "INVALID_EMAIL_OR_PASSWORD", "Invalid email or password"));
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test("of an unverified address is refused and mails a fresh code, which works", async () => {
    const person = await signUpPerson();
    const answer = await authApi().post("/sign-in/email", person, { "x-app-lang": "zh" });
    expect(answer).toEqual(refusedWith(403, "EMAIL_NOT_VERIFIED", "Email not verified"));
    expect(answer.headers.getSetCookie()).toEqual([]);
    const mails = mailsTo(person.email);
    expect(mails.map(({ kind }) => kind)).toEqual(["email-verification", "email-verification"]);
    expect(mails[1]?.subject).toContain("邮箱验证码");
    const verify = { email: person.email, otp: lastCode(person.email) };
    expect(await authApi().post("/email-otp/verify-email", verify)).toMatchObject({ status: 200 });
  });

  test("of an unverified address with a wrong password mails nothing", async () => {
    const person = await signUpPerson();
    const wrong = await authApi().post("/sign-in/email", { ...person, password: "wrong password" });
    expect(wrong).toEqual(refusedWith(401, "INVALID_EMAIL_OR_PASSWORD"));
    expect(mailsTo(person.email)).toHaveLength(1);
  });

  test("gives a session by cookie and by token, whatever the case of the address", async () => {
    const person = await signUpAndVerify();
    const answer = await authApi().post("/sign-in/email", { ...person, email: person.email.toUpperCase() });
    const { cookie, token } = sessionOf(answer);
    expect(answer).toMatchObject({ status: 200, body: { token, user: { email: person.email } } });
    expect(token).not.toBe(person.token);
    const byCookie = await authApi().get("/get-session", { cookie });
    const byBearer = await authApi().get("/get-session", { authorization: `Bearer ${token}` });
    expect(byCookie.body).toEqual(byBearer.body);
    expect(byCookie.body).toMatchObject({ session: { token }, user: { email: person.email } });
  });
});

describe("get-session", () => {
  test("answers null to nobody, to a bad cookie and to an expired session", async () => {
    const person = await signUpAndVerify();
    await ageSession(person.token, { expiresAt: new Date(Date.now() - 1000) });
    const { cookie, token } = await signUpAndVerify();
    const [name] = cookie.split("=");
    const requests: Record<string, string>[] = [
      {},
      { cookie: `${name}=${token}` },
      { cookie: `${name}=${token}.AAAA` },
      { cookie: person.cookie },
    ];
    for (const headers of requests) {
      expect(await authApi().get("/get-session", headers)).toMatchObject({ status: 200, body: null });
    }
  });

  test("lets a bearer win over a cookie, and a bad one be nobody", async () => {
    const [ann, ben] = [await signUpAndVerify(), await signUpAndVerify()];
    const both = await authApi().get("/get-session", {
      cookie: ann.cookie,
      authorization: `bearer ${ben.signedToken}`,
    });
    expect(both.body).toMatchObject({ user: { email: ben.email } });
    for (const bad of ["garbage", `${ben.token}.AAAA`, `${ben.token}.${ann.signedToken.split(".")[1]}`, ""]) {
      const answer = await authApi().get("/get-session", {
        cookie: ann.cookie,
        authorization: `Bearer ${bad}`,
      });
      expect(answer, bad).toMatchObject({ status: 200, body: null });
    }
  });

  test("reads another scheme of authorization as none", async () => {
    const { cookie, email } = await signUpAndVerify();
    const answer = await authApi().get("/get-session", { cookie, authorization: "Basic YTpi" });
    expect(answer.body).toMatchObject({ user: { email } });
  });
});

describe("sign-out", () => {
  test("ends cookie and bearer at once, clears the cookie and tells of the session", async () => {
    const ended: string[][] = [];
    listenToAuth({ sessionEnded: async (...session) => void ended.push(session) });
    const { cookie, token, signedToken } = await signUpAndVerify();
    const row = await sessionRow(token);
    const answer = await authApi().post("/sign-out", undefined, fromWeb(cookie));
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(answer.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^better-auth\.session_token=; Max-Age=0;/),
    );
    expect(ended).toEqual([[row?.id, row?.userId]]);
    const requests: Record<string, string>[] = [
      { cookie },
      { authorization: `Bearer ${token}` },
      { authorization: `Bearer ${signedToken}` },
    ];
    for (const headers of requests) {
      expect(await authApi().get("/get-session", headers)).toMatchObject({ status: 200, body: null });
    }
  });

  test("takes a bearer without a body or an origin, though a cookie strays along", async () => {
    const { cookie, token } = await signUpAndVerify();
    const answer = await authApi().post("/sign-out", undefined, { authorization: `Bearer ${token}`, cookie });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await sessionRow(token)).toBeUndefined();
  });

  test("by cookie from elsewhere is refused", async () => {
    const { cookie, token } = await signUpAndVerify();
    const foreign = await authApi().post("/sign-out", {}, { cookie, origin: "https://evil.example" });
    expect(foreign).toEqual(refusedWith(403, "INVALID_ORIGIN"));
    expect(await authApi().post("/sign-out", {}, { cookie })).toEqual(
      refusedWith(403, "MISSING_OR_NULL_ORIGIN"),
    );
    expect(await sessionRow(token)).toBeDefined();
    expect(await authApi().post("/sign-out", {}, { cookie, origin: "app://" })).toMatchObject({
      status: 200,
    });
  });
});

describe("sessions of an account", () => {
  test("are listed to sessions of any age, and revoked one by one or all", async () => {
    const ended: string[] = [];
    listenToAuth({ sessionEnded: async (sessionId) => void ended.push(sessionId) });
    const person = await signUpAndVerify();
    const second = sessionOf(await authApi().post("/sign-in/email", person));
    const third = sessionOf(await authApi().post("/sign-in/email", person));
    const rows = await Promise.all([person, second, third].map(({ token }) => sessionRow(token)));
    const headers = { authorization: `Bearer ${person.token}` };
    const list = await authApi().get("/list-sessions", headers);
    expect(Object(list.body)).toHaveLength(3);
    await authApi().post("/revoke-session", { token: second.token }, headers);
    expect(ended).toEqual([rows[1]?.id]);
    await authApi().post("/revoke-sessions", {}, headers);
    expect(new Set(ended)).toEqual(new Set(rows.map((row) => row?.id)));
    expect(await authApi().get("/list-sessions", headers)).toEqual(refusedWith(401, "UNAUTHORIZED"));
  });

  test("can't be revoked by someone else", async () => {
    const [ann, ben] = [await signUpAndVerify(), await signUpAndVerify()];
    const headers = { authorization: `Bearer ${ben.token}` };
    expect(await authApi().post("/revoke-session", { token: ann.token }, headers)).toMatchObject({
      status: 200,
    });
    expect(await sessionRow(ann.token)).toBeDefined();
  });
});
