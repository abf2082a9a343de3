import { symmetricEncrypt } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import { expect, describe, test } from "vitest";
import { twoFactors, verifications } from "#db/schema/auth.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { env } from "#lib/server/env/env.ts";
import {
  authApi,
  type CallOptions,
  ORIGIN,
  refusedWith,
  type SignedIn,
  sessionOf,
  signUpAndVerify,
} from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { cookiesOf } from "#tests/helpers/provider-walk.ts";
import { totp, totpAtOffset, withinOneStep } from "#tests/helpers/totp.ts";

useMailbox();

interface Enrolled extends SignedIn {
  totpURI: string;
  backupCodes: string[];
}

async function enrolled(): Promise<Enrolled> {
  const person = await signUpAndVerify();
  const { password } = person;
  const own = { cookie: person.cookie, origin: ORIGIN };
  const enabled = await authApi().post("/two-factor/enable", { password }, own);
  const { totpURI, backupCodes } = enabled.body as { totpURI: string; backupCodes: string[] };
  const verified = await authApi().post("/two-factor/verify-totp", { code: totp(totpURI) }, own);
  expect(verified).toMatchObject({ status: 200 });
  return { ...person, ...sessionOf(verified), totpURI, backupCodes };
}

/** The ways to send no body: none, an empty one declared as JSON, and an empty object. */
const BODILESS: [string, CallOptions][] = [
  ["no body", {}],
  ["an empty body of JSON", { headers: { "content-type": "application/json" } }],
  ["an empty object", { body: {} }],
];

function by({ token }: { token: string }, options: CallOptions): CallOptions {
  return { ...options, headers: { ...options.headers, authorization: `Bearer ${token}` } };
}

describe.each(["/two-factor/generate-backup-codes", "/two-factor/disable"])("%s", (path) => {
  test("needs a session", async () => {
    for (const [, options] of BODILESS) {
      expect(await authApi().call(path, options)).toEqual(refusedWith(401, "UNAUTHORIZED"));
    }
  });

  test("refuses a wrong password where one is given, and a body that is none", async () => {
    const person = await enrolled();
    const wrong = await authApi().call(path, by(person, { body: { password: "wrong password" } }));
    expect(wrong).toEqual(refusedWith(400, "INVALID_PASSWORD"));
    expect(await authApi().call(path, by(person, { body: { password: 5 } }))).toMatchObject({ status: 400 });
    expect(await authApi().call(path, by(person, { body: "nonsense" }))).toMatchObject({ status: 400 });
    expect(await userRow(person.email)).toMatchObject({ twoFactorEnabled: true });
  });
});

describe("generate-backup-codes", () => {
  test.each(BODILESS)("with %s replaces the codes", async (_, options) => {
    const person = await enrolled();
    const answer = await authApi().call("/two-factor/generate-backup-codes", by(person, options));
    expect(answer).toMatchObject({ status: 200, body: { status: true } });
    const { backupCodes } = answer.body as { backupCodes: string[] };
    expect(new Set(backupCodes).size).toBe(10);
    for (const code of backupCodes) expect(code).toMatch(/^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/);
    const challenge = await authApi().post("/sign-in/email", person, { origin: ORIGIN });
    const waiting = { cookie: cookiesOf(challenge.headers), origin: ORIGIN };
    const old = await authApi().post(
      "/two-factor/verify-backup-code",
      { code: person.backupCodes[0] },
      waiting,
    );
    expect(old).toEqual(refusedWith(401, "INVALID_BACKUP_CODE"));
    const fresh = await authApi().post("/two-factor/verify-backup-code", { code: backupCodes[3] }, waiting);
    expect(fresh).toMatchObject({ status: 200 });
  });

  test("without a second factor says to turn it on", async () => {
    const answer = await authApi().call("/two-factor/generate-backup-codes", by(await signUpAndVerify(), {}));
    expect(answer).toEqual(refusedWith(400, "TWO_FACTOR_NOT_ENABLED"));
  });

  test("stores no code in plain text", async () => {
    const person = await enrolled();
    const user = await userRow(person.email);
    const [row] = await freshDatabase()
      .drizzle.select()
      .from(twoFactors)
      .where(eq(twoFactors.userId, user?.id ?? ""));
    for (const code of person.backupCodes) expect(row?.backupCodes).not.toContain(code);
    expect(row?.backupCodes).toMatch(/^hashed:\["[\w-]{43}"(,"[\w-]{43}"){9}\]$/);
    expect(row?.secret).not.toContain(new URL(person.totpURI).searchParams.get("secret") ?? "");
  });
});

/** @returns the answers to two sign-ins with the same code */
async function tryTwice(person: Enrolled, code: unknown): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const _ of [1, 2]) {
    const challenge = await authApi().post("/sign-in/email", person, { origin: ORIGIN });
    const headers = { cookie: cookiesOf(challenge.headers), origin: ORIGIN };
    answers.push(await authApi().post("/two-factor/verify-backup-code", { code }, headers));
  }
  return answers;
}

describe("a backup code", () => {
  const OPEN = expect.objectContaining({ status: 200 });
  const REFUSED = refusedWith(401, "INVALID_BACKUP_CODE");

  test("is good once, the others after it too, and its stored form is good for nothing", async () => {
    const person = await enrolled();
    expect(await tryTwice(person, person.backupCodes[0])).toEqual([OPEN, REFUSED]);
    expect(await tryTwice(person, person.backupCodes[1])).toEqual([OPEN, REFUSED]);
    const user = await userRow(person.email);
    const { rows } = await freshDatabase().pool.query(
      "select backup_codes from two_factors where user_id = $1",
      [user?.id],
    );
    const [stored] = JSON.parse(String(rows[0]?.backup_codes).slice("hashed:".length));
    expect(await tryTwice(person, stored)).toEqual([REFUSED, REFUSED]);
  });

  test("that was stored encrypted, as all were once, is good once as well", async () => {
    const person = await enrolled();
    const user = await userRow(person.email);
    const key = env().BETTER_AUTH_SECRET;
    const data = JSON.stringify(person.backupCodes);
    const former = { backupCodes: await symmetricEncrypt({ key, data }) };
    const { drizzle } = freshDatabase();
    await drizzle
      .update(twoFactors)
      .set(former)
      .where(eq(twoFactors.userId, user?.id ?? ""));
    expect(await tryTwice(person, person.backupCodes[0])).toEqual([OPEN, REFUSED]);
    expect(await tryTwice(person, person.backupCodes[9])).toEqual([OPEN, REFUSED]);
  });
});

describe("disable", () => {
  test.each(BODILESS)("with %s turns it off, and the next sign-in asks for nothing", async (_, options) => {
    const person = await enrolled();
    const answer = await authApi().call("/two-factor/disable", by(person, options));
    expect(answer).toMatchObject({ status: 200, body: { status: true } });
    expect(await userRow(person.email)).toMatchObject({ twoFactorEnabled: false });
    const { token } = sessionOf(answer);
    expect(await authApi().get("/get-session", { authorization: `Bearer ${token}` })).toMatchObject({
      body: { user: { twoFactorEnabled: false } },
    });
    expect(await authApi().get("/get-session", { authorization: `Bearer ${person.token}` })).toMatchObject({
      body: null,
    });
    expect(await authApi().post("/sign-in/email", person)).toMatchObject({ status: 200, body: { user: {} } });
    expect(
      await authApi().post("/two-factor/enable", person, { authorization: `Bearer ${token}` }),
    ).toMatchObject({
      status: 200,
    });
  });
});

describe("a trusted device", () => {
  test("skips the second factor, until that is turned off and on again", async () => {
    const person = await enrolled();
    const challenge = await authApi().post("/sign-in/email", person, { origin: ORIGIN });
    const done = await authApi().post(
      "/two-factor/verify-totp",
      { code: totp(person.totpURI), trustDevice: true },
      { cookie: cookiesOf(challenge.headers), origin: ORIGIN },
    );
    const trusted = done.headers.getSetCookie().find((line) => line.includes("trust_device=")) ?? "";
    const device = { cookie: trusted.split(";")[0] ?? "", origin: ORIGIN };
    const again = await authApi().post("/sign-in/email", person, device);
    expect(sessionOf(again).token).not.toBe("");

    await authApi().call("/two-factor/disable", by(sessionOf(again), {}));
    const user = await userRow(person.email);
    const rows = await freshDatabase()
      .drizzle.select()
      .from(verifications)
      .where(eq(verifications.value, user?.id ?? ""));
    expect(rows).toEqual([]);
  });
});

/** Starts a sign-in that waits for a second factor, and returns a function that sends a code to it. */
async function waitingSignIn(
  person: Enrolled,
): Promise<(code: string) => ReturnType<ReturnType<typeof authApi>["post"]>> {
  const challenge = await authApi().post("/sign-in/email", person, { origin: ORIGIN });
  const headers = { cookie: cookiesOf(challenge.headers), origin: ORIGIN };
  return (code) => authApi().post("/two-factor/verify-totp", { code }, headers);
}

describe("a code of the app", () => {
  test("opens one session, in whichever sign-in and at whichever moment it comes", async () => {
    const person = await enrolled();
    const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => waitingSignIn(person)));
    if (!first) throw new Error("There is no sign-in.");
    const code = totp(person.totpURI);
    const answers = await Promise.all([first, ...others].flatMap((sign) => [sign(code), sign(code)]));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = await (await waitingSignIn(person))(code);
    expect(late).toEqual(refusedWith(401, "CODE_ALREADY_USED"));
  });

  test("opens no second one for who brings somebody else's session along, however it is spelt", async () => {
    const [person, thief] = [await enrolled(), await signUpAndVerify()];
    const code = totp(person.totpURI);
    expect(await (await waitingSignIn(person))(code)).toMatchObject({ status: 200 });
    const challenge = await authApi().post("/sign-in/email", person, { origin: ORIGIN });
    const waiting = { cookie: cookiesOf(challenge.headers), origin: ORIGIN };
    for (const between of [" ", "\t", "\u00a0", "\t "]) {
      const headers = { ...waiting, authorization: `Bearer${between}${thief.token}` };
      const answer = await authApi().post("/two-factor/verify-totp", { code }, headers);
      expect(answer).toEqual(refusedWith(400, "TOTP_NOT_ENABLED"));
    }
  });

  test("is used up by turning the second factor on, with all before it; the sign-in waits for the next one", () =>
    withinOneStep(async () => {
      const person = await enrolled();
      const sign = await waitingSignIn(person);
      expect(await sign(totpAtOffset(person.totpURI, 0))).toEqual(refusedWith(401, "CODE_ALREADY_USED"));
      expect(await sign(totpAtOffset(person.totpURI, -1))).toEqual(refusedWith(401, "CODE_ALREADY_USED"));
      for (const off of [-3, 3]) {
        expect(await sign(totpAtOffset(person.totpURI, off))).toEqual(refusedWith(401, "INVALID_CODE"));
      }
      expect(await sign(totp(person.totpURI))).toMatchObject({ status: 200 });
    }));

  test.each([-1, 1])("may come a step early or late, as clocks do: %i", (off) =>
    withinOneStep(async () => {
      const person = await enrolled();
      const { drizzle } = freshDatabase();
      const user = await userRow(person.email);
      const forgotten = { lastUsedStep: null };
      await drizzle
        .update(twoFactors)
        .set(forgotten)
        .where(eq(twoFactors.userId, user?.id ?? ""));
      expect(await (await waitingSignIn(person))(totpAtOffset(person.totpURI, off))).toMatchObject({
        status: 200,
      });
    }),
  );
});

test("turning it on answers with the token of the new session, not of the one that is gone", async () => {
  const person = await signUpAndVerify();
  const bearer = { authorization: `Bearer ${person.token}` };
  const enabled = await authApi().post("/two-factor/enable", person, bearer);
  const { totpURI } = enabled.body as { totpURI: string };
  const verified = await authApi().post("/two-factor/verify-totp", { code: totp(totpURI) }, bearer);
  const { token } = verified.body as { token: string };
  expect(token).not.toBe(person.token);
  expect(await authApi().get("/get-session", { authorization: `Bearer ${token}` })).toMatchObject({
    body: { user: { email: person.email, twoFactorEnabled: true } },
  });
});

test("a code of the app or a backup code opens one session per challenge, whoever asks at the same moment", async () => {
  const person = await enrolled();
  const challenge = await authApi().post("/sign-in/email", person, { origin: ORIGIN });
  const waiting = { cookie: cookiesOf(challenge.headers), origin: ORIGIN };
  const [code] = person.backupCodes;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => authApi().post("/two-factor/verify-backup-code", { code }, waiting)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const others = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const next = await authApi().post("/sign-in/email", person, { origin: ORIGIN });
      const own = { cookie: cookiesOf(next.headers), origin: ORIGIN };
      return authApi().post("/two-factor/verify-backup-code", { code: person.backupCodes[1] }, own);
    }),
  );
  expect(others.filter(({ status }) => status === 200)).toHaveLength(1);
});
