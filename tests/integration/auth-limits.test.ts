// @long: fills every limit of attempts; rate-limits has the limits themselves
import { describe, expect, test } from "vitest";
import { isMailAllowed } from "#lib/server/auth/rate-limit.ts";
import {
  authApi,
  newPerson,
  ORIGIN,
  refusedWith,
  type SignedIn,
  signUpAndVerify,
} from "#tests/helpers/auth-api.ts";
import { mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";
import { cookiesOf } from "#tests/helpers/provider-walk.ts";
import { uniqueEmail } from "#tests/helpers/unique.ts";

/* Each call comes from a different address, so every limit tested here is one that applies to all callers together. */

useMailbox();

const MOST_AT_ONCE = 60;
const MOST_MAILS = 40;

async function tryOften(times: number, attempt: (index: number) => Promise<{ status: number }>) {
  const answers = [];
  for (let start = 0; start < times; start += 20) {
    const indexes = Array.from({ length: Math.min(20, times - start) }, (_, index) => start + index);
    answers.push(...(await Promise.all(indexes.map(attempt))));
  }
  return answers;
}

const CODE_PATHS = [
  ["/email-otp/verify-email", {}],
  ["/sign-in/email-otp", {}],
  ["/email-otp/reset-password", { password: "long enough" }],
] as const;

function guessCode(email: string, headers = {}) {
  return (index: number) => {
    const [path, more] = CODE_PATHS[index % CODE_PATHS.length] ?? CODE_PATHS[0];
    return authApi().post(path, { email, otp: String(index).padStart(6, "0"), ...more }, headers);
  };
}

function guessPassword(email: string, headers = {}) {
  return (index: number) =>
    authApi().post("/sign-in/email", { email, password: `wrong horse ${index}` }, headers);
}

describe.each([
  ["somebody's account", true],
  ["an address that nobody has", false],
])("%s", (_, exists) => {
  test.each([
    ["codes, by whichever path", guessCode, 400],
    ["passwords", guessPassword, 401],
  ] as const)("takes so many %s, from wherever, and then asks to wait", async (what, guess, status) => {
    const { email } = exists ? await signUpAndVerify() : newPerson();
    const answers = await tryOften(MOST_AT_ONCE, guess(email));
    expect(new Set(answers.map((answer) => answer.status)), what).toEqual(new Set([status]));
    const late = await guess(email)(MOST_AT_ONCE);
    expect(late).toEqual(refusedWith(429, "RATE_LIMITED"));
    const wait = Number(late.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(300);
  });

  test("gets so many mails in an hour, and everybody is answered as before", async () => {
    const { email } = exists ? await signUpAndVerify() : newPerson();
    const ask = () => authApi().post("/email-otp/send-verification-otp", { email, type: "sign-in" });
    const answers = await tryOften(MOST_MAILS + 5, ask);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(mailsTo(email)).toHaveLength(exists ? MOST_MAILS : 0);
  });
});

test("whoever has the right password signs in as often as they like", async () => {
  const { email, password } = await signUpAndVerify();
  const answers = await tryOften(MOST_AT_ONCE + 20, () =>
    authApi().post("/sign-in/email", { email, password }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test("who is signed in proves it ten times wrongly in an hour, on whichever path, and rightly without end", async () => {
  const { cookie, password } = await signUpAndVerify();
  const own = { cookie, origin: ORIGIN };
  const prove = (path: string, tried: string) =>
    authApi().post(path, { password: tried, currentPassword: tried, newPassword: password }, own);
  for (let time = 0; time < 12; time++) {
    expect((await prove("/change-password", password)).status).toBe(200);
  }
  // A request with a new password that is too weak is no attempt at the current password, so it does not count.
  for (let time = 0; time < 12; time++) {
    const weak = { currentPassword: password, newPassword: "password123" };
    expect((await authApi().post("/change-password", weak, own)).status).toBe(400);
  }
  const statuses = [];
  for (let time = 0; time < 10; time++) {
    const path = time % 2 === 0 ? "/change-password" : "/two-factor/enable";
    statuses.push((await prove(path, "nobody's password")).status);
  }
  expect(new Set(statuses)).toEqual(new Set([400]));
  for (const path of ["/change-password", "/two-factor/enable", "/two-factor/disable"])
    expect(await prove(path, password), path).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
});

test("one address alone uses up no account's tries", async () => {
  const { email, password } = await signUpAndVerify();
  const one = authApi();
  const answers = await tryOften(MOST_AT_ONCE * 3, () =>
    one.post("/email-otp/verify-email", { email, otp: "000000" }),
  );
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(MOST_AT_ONCE * 2);
  const other = await authApi().post("/email-otp/verify-email", { email, otp: "000000" });
  expect(other).toEqual(refusedWith(400, "INVALID_OTP"));
  expect(await authApi().post("/sign-in/email", { email, password })).toMatchObject({ status: 200 });
});

/** Returns the cookie of a browser that has signed in to the account before, without its session. */
async function knownBrowser({ email, password }: SignedIn): Promise<string> {
  const answer = await authApi().post("/sign-in/email", { email, password }, { origin: ORIGIN });
  return /wayfare-device=[\w-]{22}/.exec(cookiesOf(answer.headers))?.[0] ?? "";
}

async function cookieOf(which: string, ann: SignedIn): Promise<string> {
  if (which === "own") return knownBrowser(ann);
  if (which === "other") return knownBrowser(await signUpAndVerify());
  return which === "made up" ? `wayfare-device=${"A".repeat(22)}` : "";
}

describe("while others use up an account's tries", () => {
  test.each([
    ["a browser that has signed in before", "own", 400],
    ["one that has signed in to another account", "other", 429],
    ["one that has made its id up", "made up", 429],
    ["one without any", "none", 429],
    ["a client that calls itself what the owner's does", "native", 429],
  ])("%s is answered for itself", async (_, which, status) => {
    const ann = await signUpAndVerify();
    const cookie = await cookieOf(which, ann);
    await tryOften(MOST_AT_ONCE * 2, guessCode(ann.email));
    const headers: Record<string, string> = cookie === "" ? {} : { origin: ORIGIN, cookie };
    expect((await guessCode(ann.email, headers)(0)).status).toBe(status);
  });

  test("the owner gets in at their own browser", async () => {
    const ann = await signUpAndVerify();
    const headers = { origin: ORIGIN, cookie: await knownBrowser(ann) };
    const { email, password } = ann;
    await tryOften(MOST_AT_ONCE + 1, guessPassword(email));
    const signIn = (more = {}) => authApi().post("/sign-in/email", { email, password }, more);
    expect([(await signIn()).status, (await signIn(headers)).status]).toEqual([429, 200]);
  });

  test("a known browser has no more tries for that, and takes none from the others", async () => {
    const ann = await signUpAndVerify();
    const headers = { origin: ORIGIN, cookie: await knownBrowser(ann) };
    const answers = await tryOften(15, guessCode(ann.email, headers));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect((await guessCode(ann.email)(0)).status).toBe(400);
  });
});

describe("mails to one address", () => {
  const stranger = { address: "a", device: null };
  const owner = { address: "b", device: "her own" };

  async function sent(email: string, asker: typeof stranger | typeof owner, times: number): Promise<number> {
    let count = 0;
    for (let time = 0; time < times; time++) count += (await isMailAllowed(email, "mails", asker)) ? 1 : 0;
    return count;
  }

  test("are few for one who asks, more for all, and the owner's device has its own", async () => {
    const email = uniqueEmail();
    expect(await sent(email, stranger, 100)).toBe(10);
    expect(await sent(email, { address: "another", device: null }, 5)).toBe(5);
    for (let from = 0; from < 10; from++) await sent(email, { address: `many ${from}`, device: null }, 10);
    expect(await sent(email, { address: "late", device: null }, 10)).toBe(0);
    expect(await sent(email, owner, 30)).toBe(20);
    expect(await isMailAllowed(email, "notices")).toBe(true);
  });

  test("what the owner's device asks for leaves the others theirs", async () => {
    const email = uniqueEmail();
    await sent(email, owner, 30);
    expect(await sent(email, { ...owner, device: null }, 20)).toBe(10);
  });

  test("reach the owner at a browser that the account knows, while strangers have used up theirs", async () => {
    const ann = await signUpAndVerify();
    const { email } = ann;
    const cookie = await knownBrowser(ann);
    const ask = (headers = {}) =>
      authApi().post("/email-otp/send-verification-otp", { email, type: "sign-in" }, headers);
    await tryOften(MOST_MAILS + 5, () => ask());
    const before = mailsTo(email).length;
    expect((await ask()).status).toBe(200);
    expect(mailsTo(email)).toHaveLength(before);
    expect((await ask({ origin: ORIGIN, cookie })).status).toBe(200);
    expect(mailsTo(email)).toHaveLength(before + 1);
  });
});
