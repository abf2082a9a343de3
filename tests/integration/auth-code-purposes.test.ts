// @long: every code tried for every other purpose
import { expect, test } from "vitest";
import { WORDINGS } from "#lib/server/mail/wording.ts";
import {
  type Answer,
  authApi,
  newPerson,
  refusedWith,
  sessionOf,
  type SignedIn,
  signUpAndVerify,
  signUpPerson,
} from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { lastCode, mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";

useMailbox();

const NEW_PASSWORD = "a password chosen by code";
const bearer = ({ token }: Pick<SignedIn, "token">) => ({ authorization: `Bearer ${token}` });

interface Tried {
  email: string;
  newEmail: string;
  otp: string;
  /** The headers of the signed-in user, for endpoints that need a session. */
  headers: Record<string, string>;
}

/** All endpoints that use up a code from an e-mail. */
const SPENDING = {
  "verify-email": ({ email, otp }: Tried) => authApi().post("/email-otp/verify-email", { email, otp }),
  "sign-in": ({ email, otp }: Tried) => authApi().post("/sign-in/email-otp", { email, otp }),
  "reset-password": ({ email, otp }: Tried) =>
    authApi().post("/email-otp/reset-password", { email, otp, password: NEW_PASSWORD }),
  "request-email-change": ({ newEmail, otp, headers }: Tried) =>
    authApi().post("/email-otp/request-email-change", { newEmail, otp }, headers),
  "change-email": ({ newEmail, otp, headers }: Tried) =>
    authApi().post("/email-otp/change-email", { newEmail, otp }, headers),
};

type Endpoint = keyof typeof SPENDING;
const ENDPOINTS = Object.keys(SPENDING) as Endpoint[];

function ask(email: string, type: string, headers?: Record<string, string>): Promise<Answer> {
  return authApi().post("/email-otp/send-verification-otp", { email, type }, headers);
}

async function askedFor(email: string, type: string): Promise<string> {
  expect(await ask(email, type)).toMatchObject({ status: 200, body: { success: true } });
  expect(mailsTo(email).at(-1)).toMatchObject({ kind: type });
  return lastCode(email);
}

function expectNoSession(answer: Answer, what: string): void {
  expect(answer.status, what).toBeGreaterThanOrEqual(400);
  expect(answer.headers.getSetCookie(), what).toEqual([]);
  expect(answer.headers.get("set-auth-token"), what).toBeNull();
}

async function refusedElsewhere(tried: Tried, right: Endpoint | null): Promise<void> {
  for (const endpoint of ENDPOINTS.filter((name) => name !== right)) {
    expectNoSession(await SPENDING[endpoint](tried), endpoint);
  }
}

const TYPES: [type: string, right: Record<"verified" | "unverified", Endpoint | null>][] = [
  ["sign-in", { verified: "sign-in", unverified: "sign-in" }],
  ["email-verification", { verified: null, unverified: "verify-email" }],
  ["forget-password", { verified: "reset-password", unverified: "reset-password" }],
  ["change-email", { verified: "request-email-change", unverified: null }],
];

test.each(TYPES)(
  "a code of type %s works in one place, and tries elsewhere leave it as it is",
  async (type, right) => {
    for (const state of ["verified", "unverified"] as const) {
      const person = state === "verified" ? await signUpAndVerify() : await signUpPerson();
      const { email } = person;
      const headers = "token" in person ? bearer(person as SignedIn) : {};
      const tried = { email, newEmail: newPerson().email, otp: await askedFor(email, type), headers };
      const before = await userRow(email);
      await refusedElsewhere(tried, right[state]);
      expect(await userRow(email), state).toEqual(before);
      const own = right[state];
      if (own !== null) expect(await SPENDING[own](tried), `${state} ${own}`).toMatchObject({ status: 200 });
    }
  },
);

test("the code of a new address works for the change that was asked for, and nowhere else", async () => {
  const [person, other] = [await signUpAndVerify(), await signUpAndVerify()];
  const newEmail = newPerson().email;
  const asked = { email: person.email, newEmail, headers: bearer(person) };
  const first = { ...asked, otp: await askedFor(person.email, "change-email") };
  expect(await SPENDING["request-email-change"](first)).toMatchObject({ status: 200 });
  const { codes } = WORDINGS.en;
  expect(mailsTo(person.email).at(-1)?.text).toContain(codes["change-email"].power);
  expect(mailsTo(newEmail).at(-1)?.text).toContain(codes["new-address"].power);
  const tried = { ...asked, email: newEmail, otp: lastCode(newEmail) };
  await refusedElsewhere(tried, "change-email");
  expectNoSession(await SPENDING["change-email"]({ ...tried, headers: bearer(other) }), "another's session");
  expectNoSession(await SPENDING["change-email"]({ ...tried, newEmail: newPerson().email }), "another one");
  expect(await SPENDING["change-email"](tried)).toMatchObject({ status: 200 });
  expect(await userRow(newEmail)).toMatchObject({ emailVerified: true });
});

test("the code of the current inbox is spent by its owner's session alone, and once", async () => {
  const [person, other] = [await signUpAndVerify(), await signUpAndVerify()];
  const otp = await askedFor(person.email, "change-email");
  const tried = { email: person.email, newEmail: newPerson().email, otp, headers: bearer(person) };
  const stolen = await SPENDING["request-email-change"]({ ...tried, headers: bearer(other) });
  expect(stolen).toEqual(refusedWith(400, "INVALID_OTP"));
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => SPENDING["request-email-change"](tried)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(mailsTo(tried.newEmail)).toHaveLength(1);
});

test("both codes of a change are for the session that asked for them, and stay for it", async () => {
  const person = await signUpAndVerify();
  const { email, password } = person;
  const other = sessionOf(await authApi().post("/sign-in/email", { email, password }));
  const newEmail = newPerson().email;
  expect(await ask(email, "change-email", bearer(person))).toMatchObject({ status: 200 });
  const tried = { email, newEmail, otp: lastCode(email), headers: bearer(person) };
  const elsewhere = { ...tried, headers: bearer(other) };
  expect(await SPENDING["request-email-change"](elsewhere)).toEqual(refusedWith(400, "INVALID_OTP"));
  expect(mailsTo(newEmail)).toEqual([]);
  expect(await SPENDING["request-email-change"](tried)).toMatchObject({ status: 200 });
  const otp = lastCode(newEmail);
  expect(await SPENDING["change-email"]({ ...elsewhere, otp })).toEqual(refusedWith(400, "INVALID_OTP"));
  expect(await userRow(email)).toMatchObject({ email });
  expect(await SPENDING["change-email"]({ ...tried, otp })).toMatchObject({ status: 200 });
  expect(await userRow(newEmail)).toMatchObject({ emailVerified: true });
});

test("a session of somebody else gets the same answer, mails no code and leaves the owner's as it is", async () => {
  const [person, other] = [await signUpAndVerify(), await signUpAndVerify()];
  const otp = await askedFor(person.email, "change-email");
  const mails = mailsTo(person.email).length;
  const answer = await ask(person.email, "change-email", bearer(other));
  expect([answer.status, answer.body]).toEqual([200, { success: true }]);
  expect(mailsTo(person.email)).toHaveLength(mails);
  const tried = { email: person.email, newEmail: newPerson().email, otp, headers: bearer(person) };
  expect(await SPENDING["request-email-change"](tried)).toMatchObject({ status: 200 });
});

test("what is wrong with the new address spends no code, and three wrong codes spend the right one", async () => {
  const person = await signUpAndVerify();
  const otp = await askedFor(person.email, "change-email");
  const tried = { email: person.email, newEmail: newPerson().email, otp, headers: bearer(person) };
  for (const newEmail of ["nobody", person.email, person.email.toUpperCase()]) {
    expectNoSession(await SPENDING["request-email-change"]({ ...tried, newEmail }), newEmail);
  }
  const wrong = otp === "000000" ? "000001" : "000000";
  for (const attempt of [1, 2, 3]) {
    const answer = await SPENDING["request-email-change"]({ ...tried, otp: wrong });
    expect(answer, `attempt ${attempt}`).toEqual(refusedWith(400, "INVALID_OTP"));
  }
  for (const attempt of ["the right one", "the same again"]) {
    const answer = await SPENDING["request-email-change"](tried);
    expect(answer, attempt).toEqual(refusedWith(403, "TOO_MANY_ATTEMPTS"));
  }
});
