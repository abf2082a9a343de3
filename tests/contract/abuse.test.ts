// @long: bodies and connections of an attacker
import { expect, test } from "vitest";
import { newMiniProgramPerson } from "#tests/doubles/mini-program-platform.ts";
import { newOpenIdPerson } from "#tests/doubles/openid-provider.ts";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import { RawSocket } from "#tests/realtime/raw-socket.ts";
import { miniProgram, openId } from "./doubles.ts";
import { type Answer, BrowserClient, HttpClient, textAt, valueAt } from "./http-client.ts";
import { visit } from "./oauth.ts";
import {
  addSecondFactor,
  expectOk,
  lastCode,
  mailCount,
  newCredentials,
  newNativePerson,
  sessionOf,
  signUpPerson,
  signIn,
} from "./people.ts";
import { query } from "./rows.ts";
import { newTrip, ticketFor } from "./trips.ts";

function inParallel<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => work(index)));
}

function count(answers: readonly Answer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

/** Returns how often each status and code was answered. */
function outcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const code = answer.status < 400 ? "" : ` ${String(valueAt(answer, "code"))}`;
    counts[`${answer.status}${code}`] = (counts[`${answer.status}${code}`] ?? 0) + 1;
  }
  return counts;
}

test("Abuse › 50 parallel verify-email attempts from distinct addresses use one OTP once", async () => {
  const person = await signUpPerson();
  const body = { email: person.email, otp: await lastCode(person.email) };
  const answers = await inParallel(50, () => new HttpClient().post("/api/auth/email-otp/verify-email", body));
  expect(count(answers, 200)).toBe(1);
  expect(count(answers, 400) + count(answers, 403)).toBe(49);
  const sessions = "select 1 from sessions where user_id = (select id from users where email = $1)";
  expect(await query(sessions, [person.email])).toHaveLength(1);
});

test("Abuse › a code is guessed three times at most, however many ask at once", async () => {
  const person = await signUpPerson();
  const otp = await lastCode(person.email);
  const guesses = Array.from({ length: 40 }, (_, i) =>
    String((Number(otp) + 1 + i) % 1_000_000).padStart(6, "0"),
  );
  await Promise.all(
    guesses.map((guess) =>
      new HttpClient().post("/api/auth/email-otp/verify-email", { email: person.email, otp: guess }),
    ),
  );
  const right = await new HttpClient().post("/api/auth/email-otp/verify-email", { email: person.email, otp });
  expect([400, 403]).toContain(right.status);
});

test("Abuse › 20 parallel sign-ups of one address make one user and one sample trip", async () => {
  const person = newCredentials();
  const answers = await inParallel(20, () => new HttpClient().post("/api/auth/sign-up/email", person));
  expect(count(answers, 200)).toBe(20);
  expect(await query("select id from users where email = $1", [person.email])).toHaveLength(1);
  expect(
    await query("select 1 from accounts where user_id = (select id from users where email = $1)", [
      person.email,
    ]),
  ).toHaveLength(1);
  const otp = await lastCode(person.email);
  expect(await mailCount(person.email)).toBe(1);
  const client = new HttpClient();
  const verified = expectOk(
    await client.post("/api/auth/email-otp/verify-email", { email: person.email, otp }),
  );
  client.token = textAt(verified, "token");
  const samples = async () =>
    [valueAt(await client.get("/api/trips"))].flat().filter((trip) => Object(trip).isSample);
  await expect.poll(samples).toHaveLength(1);
});

test("Abuse › 8 parallel mobile exchanges of one code: one wins", async () => {
  await openId.signInAs(newOpenIdPerson());
  const browser = new BrowserClient();
  const { landing } = await visit(browser, `${browser.url}/api/mobile-auth/oauth/start?provider=idp-primary`);
  const code = new URL(landing).searchParams.get("code");
  const answers = await inParallel(8, () =>
    new HttpClient().post("/api/mobile-auth/oauth/exchange", { code }),
  );
  expect(count(answers, 200)).toBe(1);
  expect(count(answers, 400)).toBe(7);
});

test("Abuse › parallel first mini-program sign-ins with one union id make one user", async () => {
  const unionid = `u-${Math.random()}`;
  const codes = await inParallel(8, () => miniProgram.loginCode(newMiniProgramPerson({ unionid })));
  const answers = await Promise.all(
    codes.map((code) => new HttpClient().post("/api/auth/mini-program/sign-in", { code })),
  );
  expect(count(answers, 200)).toBe(8);
  const users = new Set(answers.map((answer) => textAt(answer, "user", "id")));
  expect(users.size).toBe(1);
  expect(new Set(answers.map((answer) => textAt(answer, "token"))).size).toBe(8);
  expect(await query("select 1 from accounts where account_id = $1", [unionid])).toHaveLength(1);
  const client = new HttpClient();
  client.token = textAt(answers[0] as Answer, "token");
  const samples = async () =>
    [valueAt(await client.get("/api/trips"))].flat().filter((trip) => Object(trip).isSample);
  await expect.poll(samples).toHaveLength(1);
});

test.each([
  ["revoke-session", (token: string) => ({ token })],
  ["revoke-sessions", () => ({})],
  ["change-password", null],
] as const)(
  "Abuse › a session revoked by %s is refused on the next request everywhere, the room's WebSocket included",
  async (path, bodyOf) => {
    const person = await newNativePerson();
    const lost = await signIn(person);
    const tripId = textAt(await newTrip(person.client), "id");
    const { url, ticket } = await ticketFor(lost, tripId);
    const socket = new RawSocket(`${url}?protocol=1&ticket=${ticket}`);
    await socket.next("hello");
    const spare = await ticketFor(lost, tripId);

    const token = textAt(await sessionOf(lost), "session", "token");
    const change = {
      currentPassword: person.password,
      newPassword: "another long password",
      revokeOtherSessions: true,
    };
    expectOk(await person.client.post(`/api/auth/${path}`, bodyOf === null ? change : bodyOf(token)));

    expect((await sessionOf(lost)).body).toBeNull();
    for (const business of ["/api/trips", `/api/trips/${tripId}`, "/api/users/me/preferences"]) {
      expect((await lost.get(business)).status, business).toBe(401);
    }
    expect((await lost.post(`/api/trips/${tripId}/stops`, { dayId: null, name: "Never" })).status).toBe(401);
    expect((await lost.post(`/api/trips/${tripId}/realtime/ticket`)).status).toBe(401);
    expect(await socket.closed).toBe(CLOSE_CODES.cutOff);
    const bearer = new RawSocket(`${url}?protocol=1`, { authorization: `Bearer ${lost.token}` });
    await bearer.closed;
    const late = new RawSocket(`${spare.url}?protocol=1&ticket=${spare.ticket}`);
    await late.closed;
    for (const { heard } of [bearer, late]) expect(heard.filter(({ type }) => type === "hello")).toEqual([]);
  },
);

test("Abuse › a backup code used twice in parallel works once", async () => {
  const person = await newNativePerson();
  const { backupCodes } = await addSecondFactor(person);
  const challenges = await inParallel(6, () => new HttpClient().post("/api/auth/sign-in/email", person));
  const tokens = challenges.map((challenge) => textAt(challenge, "twoFactorToken"));
  const answers = await Promise.all(
    tokens.map((twoFactorToken) =>
      new HttpClient().post("/api/auth/two-factor/verify-backup-code", {
        code: backupCodes[0],
        twoFactorToken,
      }),
    ),
  );
  expect(count(answers, 200)).toBe(1);
  const losers = Object.keys(outcomes(answers)).filter((outcome) => outcome !== "200");
  // A request that comes too late does not find the code any more, or cannot take it any more.
  for (const outcome of losers) expect(outcome).toMatch(/^401 INVALID_BACKUP_CODE$|^409 /);
});

test("Abuse › one challenge answered twice in parallel makes one session", async () => {
  const person = await newNativePerson();
  const factor = await addSecondFactor(person);
  const challenge = await new HttpClient().post("/api/auth/sign-in/email", person);
  const body = { code: factor.code(), twoFactorToken: textAt(challenge, "twoFactorToken") };
  const answers = await inParallel(6, () => new HttpClient().post("/api/auth/two-factor/verify-totp", body));
  expect(count(answers, 200)).toBe(1);
});

test("Abuse › 2FA lockout: after ten wrong codes not even the right one is taken, over all challenges", async () => {
  const person = await newNativePerson();
  const factor = await addSecondFactor(person);
  const code = factor.code();
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  const tried: Answer[] = [];
  for (let challenge = 0; challenge < 3; challenge++) {
    const twoFactorToken = textAt(
      await new HttpClient().post("/api/auth/sign-in/email", person),
      "twoFactorToken",
    );
    for (let attempt = 0; attempt < 5; attempt++) {
      tried.push(
        await new HttpClient().post("/api/auth/two-factor/verify-totp", { code: wrong, twoFactorToken }),
      );
    }
  }
  expect(count(tried, 200)).toBe(0);
  const twoFactorToken = textAt(
    await new HttpClient().post("/api/auth/sign-in/email", person),
    "twoFactorToken",
  );
  const right = await new HttpClient().post("/api/auth/two-factor/verify-totp", { code, twoFactorToken });
  expect([401, 403, 423, 429]).toContain(right.status);
  const [row] = await query("select locked_until > now() as locked from two_factors where user_id = $1", [
    person.id,
  ]);
  expect(row).toEqual({ locked: true });
  // An existing session stays valid, and the lock ends after some time.
  expect((await sessionOf(person.client)).body).not.toBeNull();
  await query("update two_factors set locked_until = now() - interval '1 second' where user_id = $1", [
    person.id,
  ]);
  const again = textAt(await new HttpClient().post("/api/auth/sign-in/email", person), "twoFactorToken");
  const opened = await new HttpClient().post("/api/auth/two-factor/verify-totp", {
    code,
    twoFactorToken: again,
  });
  expect(opened.status).toBe(200);
});
