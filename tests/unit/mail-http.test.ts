import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { httpMailer, type Clock } from "#lib/server/mail/http-mailer.ts";
import { failureOf } from "#lib/server/mail/retrying.ts";
import { codeMail } from "#lib/server/mail/templates.ts";
import { startMailApi, type MailApi } from "#tests/doubles/mail-api.ts";

const FROM = "Wayfare <hello@trips.example>";
const TO = "ann@people.test";
const mail = codeMail("email-verification", TO, "042917", "en");

let api: MailApi;
beforeEach(async () => {
  api = await startMailApi();
});
afterEach(() => api.stop());

/**
 * Returns a clock on which time passes only by `sleep`, which returns at once, and random numbers that are always the
 * same.
 */
function testClock(random = 1) {
  const pauses: number[] = [];
  let now = 0;
  const clock: Clock = {
    now: () => now,
    sleep(ms) {
      pauses.push(ms);
      now += ms;
      return Promise.resolve();
    },
    timeout: (ms) => AbortSignal.timeout(ms),
    random: () => random,
  };
  return { clock, pauses };
}

function mailer(clock: Clock, key = api.key) {
  return httpMailer({ url: api.url, key, from: FROM }, clock);
}

async function failure(clock = testClock().clock, key?: string): Promise<string> {
  const error: unknown = await mailer(clock, key)
    .send(mail)
    .then(() => undefined)
    .catch((thrown: unknown) => thrown);
  return String(error);
}

test("sends sender, recipient, subject and both bodies, once", async () => {
  const { clock, pauses } = testClock();
  await mailer(clock).send(mail);
  expect(api.sent()).toEqual([
    expect.objectContaining({
      from: FROM,
      to: TO,
      subject: mail.subject,
      text: mail.text,
      html: await mail.html(),
    }),
  ]);
  expect(api.attempts()).toHaveLength(1);
  expect(api.lastCodeTo(TO)).toBe("042917");
  expect(pauses).toEqual([]);
});

test("two mails alike are two mails", async () => {
  const { clock } = testClock();
  const sender = mailer(clock);
  await sender.send(mail);
  await sender.send(mail);
  expect(api.sent()).toHaveLength(2);
});

describe("tries again, under one key and ever later,", () => {
  test.each([
    ["when the provider fails", { kind: "status", status: 500 }],
    ["when a gateway before it fails", { kind: "status", status: 502 }],
    ["when it is asked too often", { kind: "status", status: 429 }],
    ["when the connection breaks", { kind: "drop" }],
    ["when the answer gets lost, and the mail still goes out once", { kind: "lose-answer" }],
  ] as const)("%s", async (_, trouble) => {
    const { clock, pauses } = testClock();
    api.failNext(trouble, 3);
    await mailer(clock).send(mail);
    expect(api.sent()).toHaveLength(1);
    const keys = api.attempts().map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual(Array(4).fill(expect.stringMatching(/^[\da-f-]{36}$/)));
    expect(new Set(keys).size).toBe(1);
    expect(pauses).toEqual([500, 1000, 2000]);
  });

  test("by chance up to half earlier", async () => {
    const { clock, pauses } = testClock(0);
    api.failNext({ kind: "drop" }, 3);
    await mailer(clock).send(mail);
    expect(pauses).toEqual([250, 500, 1000]);
  });

  test("when it takes too long, and the mail still goes out once", async () => {
    const { clock } = testClock();
    api.failNext({ kind: "slow", ms: 60_000 });
    await mailer({ ...clock, timeout: () => AbortSignal.timeout(200) }).send(mail);
    expect(api.attempts()).toHaveLength(2);
    expect(api.sent()).toHaveLength(1);
  });

  test("after as long as the provider asks for", async () => {
    const { clock, pauses } = testClock();
    api.failNext({ kind: "status", status: 429, retryAfter: "7" });
    await mailer(clock).send(mail);
    expect(pauses).toEqual([7000]);
    expect(api.sent()).toHaveLength(1);
  });
});

describe("gives up, telling the status alone,", () => {
  test("after four tries", async () => {
    api.failNext({ kind: "status", status: 503 }, 4);
    expect(await failure()).toBe("Error: The mail provider answered 503 internal_server_error (4 tries).");
    expect(api.attempts()).toHaveLength(4);
  });

  test("when nobody is there", async () => {
    await api.stop();
    expect(await failure()).toBe("Error: The mail provider gave no answer (4 tries).");
    api = await startMailApi();
  });

  test("at once when the mail is refused", async () => {
    api.failNext({ kind: "status", status: 422 });
    expect(await failure()).toBe("Error: The mail provider answered 422 validation_error (1 try).");
  });

  test("at once when the key is wrong", async () => {
    expect(await failure(undefined, "re_other")).toBe(
      "Error: The mail provider answered 403 invalid_api_key (1 try).",
    );
  });

  test("when the provider asks for more time than there is", async () => {
    const { clock, pauses } = testClock();
    api.failNext({ kind: "status", status: 429, retryAfter: "120" });
    expect(await failure(clock)).toBe("Error: The mail provider answered 429 rate_limit_exceeded (1 try).");
    expect(pauses).toEqual([]);
  });
});

function askedFor(header: string): number {
  return failureOf({ statusCode: 429 }, { "retry-after": header }).retryAfterMs;
}

describe("what the provider says", () => {
  test.each([
    ["a quota that is used up is final", 429, "daily_quota_exceeded", true],
    ["a try of ours that is under way passes", 409, "concurrent_idempotent_requests", false],
    ["another mail under the same key is final", 409, "invalid_idempotent_request", true],
    ["words of another make are not repeated", 400, "About ann@people.test", true],
  ])("%s", (_, statusCode, name, isFinal) => {
    const said = failureOf({ statusCode, name }, null);
    expect(said).toMatchObject({ isFinal, retryAfterMs: 0 });
    expect(said.what).not.toContain("ann@");
  });

  test("when to come back, by seconds or by date", () => {
    expect(askedFor("3")).toBe(3000);
    const inAMinute = askedFor(new Date(Date.now() + 60_000).toUTCString());
    expect(inAMinute).toBeGreaterThan(55_000);
    expect(inAMinute).toBeLessThanOrEqual(60_000);
    expect([askedFor("Thu, 01 Jan 1970 00:00:00 GMT"), askedFor("soon")]).toEqual([0, 0]);
  });
});
