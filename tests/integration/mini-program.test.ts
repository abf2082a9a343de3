// @alone: sets the environment, which the service reads once
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { accounts, sessions, users, verifications } from "#db/schema/auth.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { newMiniProgramPerson, startMiniProgramPlatform } from "#tests/doubles/mini-program-platform.ts";
import { authApi, refusedWith } from "#tests/helpers/auth-api.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { totp } from "#tests/helpers/totp.ts";

const platform = await startMiniProgramPlatform();
Object.assign(process.env, {
  MINI_PROGRAM_APP_ID: platform.appId,
  MINI_PROGRAM_APP_SECRET: platform.appSecret,
  MINI_PROGRAM_API_URL: platform.url,
});

useMailbox();
afterAll(() => platform.stop());
beforeEach(() => platform.trouble(null));

type SignedIn = {
  token: string;
  session: { userId: string };
  user: { id: string; email: string; name: string };
};

function signIn(person = newMiniProgramPerson()) {
  return authApi().post("/mini-program/sign-in", { code: platform.loginCode(person) });
}

async function signedInAs(person = newMiniProgramPerson()): Promise<SignedIn> {
  const answer = await signIn(person);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as SignedIn;
}

function accountsWith(...ids: string[]) {
  return freshDatabase().drizzle.select().from(accounts).where(inArray(accounts.accountId, ids));
}

describe("refuses", () => {
  test.each([
    ["no code", {}],
    ["an empty code", { code: "" }],
    ["a code that is no text", { code: 5 }],
    ["an endless code", { code: "x".repeat(600) }],
  ])("%s", async (_, body) => {
    expect(await authApi().post("/mini-program/sign-in", body)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    });
  });

  test("a code that the platform does not know, and one that was used", async () => {
    expect(await authApi().post("/mini-program/sign-in", { code: "nobody's" })).toEqual(
      refusedWith(401, "INVALID_CODE"),
    );
    const code = platform.loginCode(newMiniProgramPerson());
    expect(await authApi().post("/mini-program/sign-in", { code })).toMatchObject({ status: 200 });
    expect(await authApi().post("/mini-program/sign-in", { code })).toEqual(refusedWith(401, "INVALID_CODE"));
  });

  test.each(["error", "garbage", "gone"] as const)(
    "for now, while the platform is in trouble (%s)",
    async (kind) => {
      platform.trouble(kind);
      const answer = await signIn();
      expect(answer).toEqual(refusedWith(503, "PROVIDER_UNAVAILABLE"));
      expect(JSON.stringify(answer.body)).not.toContain(platform.url);
    },
  );
});

describe("signs in", () => {
  test("by the union id when there is one, else by the open id, with a session like any other", async () => {
    const withUnion = newMiniProgramPerson({ unionid: `u-${crypto.randomUUID()}` });
    const withoutUnion = newMiniProgramPerson();
    const [one, other] = [await signedInAs(withUnion), await signedInAs(withoutUnion)];
    const rows = await accountsWith(withUnion.unionid ?? "", withoutUnion.openid);
    expect(rows.map(({ userId, providerId }) => [userId, providerId])).toEqual(
      expect.arrayContaining([
        [one.user.id, "mini-program"],
        [other.user.id, "mini-program"],
      ]),
    );
    const { body } = await authApi().get("/get-session", { authorization: `Bearer ${one.token}` });
    expect(body).toMatchObject({ user: { id: one.user.id, name: "Traveller" } });
    expect(one.user.email).toMatch(/^[0-9a-f]{32}@mini-program\.invalid$/);
  });

  test("the same person again, also by another app of the platform", async () => {
    const unionid = `u-${crypto.randomUUID()}`;
    const first = await signedInAs(newMiniProgramPerson({ unionid }));
    const second = await signedInAs(newMiniProgramPerson({ unionid }));
    expect(second.user.id).toBe(first.user.id);
    expect(second.token).not.toBe(first.token);
  });

  test("the same person when their union id appears later, whose account then goes by it", async () => {
    const person = newMiniProgramPerson();
    const before = await signedInAs(person);
    const unionid = `u-${crypto.randomUUID()}`;
    const after = await signedInAs({ ...person, unionid });
    expect(after.user.id).toBe(before.user.id);
    const rows = await accountsWith(person.openid, unionid);
    expect(rows.map(({ accountId }) => accountId)).toEqual([unionid]);
  });

  test("the same person when the platform tells another union id, and when it tells none any more", async () => {
    const { openid } = newMiniProgramPerson();
    const [one, two] = [`u-${crypto.randomUUID()}`, `u-${crypto.randomUUID()}`];
    const ids = [];
    for (const person of [{ openid, unionid: one }, { openid }, { openid, unionid: two }, { openid }]) {
      ids.push((await signedInAs(person)).user.id);
    }
    expect(new Set(ids).size).toBe(1);
    expect((await accountsWith(openid, one, two)).map(({ accountId }) => accountId)).toEqual([two]);
  });

  test.each([
    ["by the open id", {}, {}],
    ["by the union id", { unionid: "same" }, { unionid: "same" }],
    ["while the union id appears", {}, { unionid: "new" }],
  ])("one person 12 times at once: one user, %s", async (_, early, late) => {
    const { openid } = newMiniProgramPerson();
    const own = (more: { unionid?: string }) =>
      more.unionid ? { openid, unionid: `${more.unionid}-${openid}` } : { openid };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (__, index) => signIn(own(index % 2 === 0 ? early : late))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    const ids = new Set(answers.map(({ body }) => (body as SignedIn).user.id));
    expect(ids.size).toBe(1);
    const [userId = ""] = ids;
    const rows = await freshDatabase().drizzle.select().from(accounts).where(eq(accounts.userId, userId));
    expect(rows).toHaveLength(1);
    const [email] = answers.map(({ body }) => (body as SignedIn).user.email);
    expect(
      await freshDatabase()
        .drizzle.select()
        .from(users)
        .where(eq(users.email, email ?? "")),
    ).toHaveLength(1);
  });

  test("and keeps the platform's session key nowhere", async () => {
    const answer = await signIn();
    const key = platform.sessionKeys.at(-1) ?? "";
    expect(key).not.toBe("");
    const { drizzle } = freshDatabase();
    const rows = await Promise.all([
      drizzle.select().from(accounts),
      drizzle.select().from(sessions),
      drizzle.select().from(users),
      drizzle.select().from(verifications),
    ]);
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(JSON.stringify([answer.body, [...answer.headers]])).not.toContain(key);
  });
});

test("with a second factor the session waits for the code, which needs no cookie", async () => {
  const person = newMiniProgramPerson();
  const { token } = await signedInAs(person);
  const bearer = { authorization: `Bearer ${token}` };
  const enabled = await authApi().post("/two-factor/enable", {}, bearer);
  const { totpURI, backupCodes } = enabled.body as { totpURI: string; backupCodes: string[] };
  const verified = await authApi().post("/two-factor/verify-totp", { code: totp(totpURI) }, bearer);
  const rotated = (verified.body as { token: string }).token;
  expect(await authApi().get("/get-session", { authorization: `Bearer ${rotated}` })).toMatchObject({
    body: { user: { twoFactorEnabled: true } },
  });

  const challenge = await signIn(person);
  expect(challenge).toMatchObject({
    status: 200,
    body: { twoFactorRedirect: true, twoFactorMethods: ["totp"] },
  });
  expect(challenge.headers.get("set-auth-token")).toBeNull();
  const { twoFactorToken } = challenge.body as { twoFactorToken: string };
  const wrong = await authApi().post("/two-factor/verify-totp", { code: "000000", twoFactorToken });
  expect(wrong).toEqual(refusedWith(401, "INVALID_CODE"));
  // A bearer token that is no longer valid must not be taken for the session of the sign-in.
  const done = await authApi().post(
    "/two-factor/verify-backup-code",
    { code: backupCodes[0], twoFactorToken },
    { authorization: "Bearer gone" },
  );
  expect(done).toMatchObject({ status: 200 });
  const session = (done.body as { token: string }).token;
  expect(await authApi().get("/get-session", { authorization: `Bearer ${session}` })).toMatchObject({
    body: { user: { twoFactorEnabled: true } },
  });
  const replayed = await authApi().post("/two-factor/verify-backup-code", {
    code: backupCodes[1],
    twoFactorToken,
  });
  expect(replayed.status).toBe(401);
});

test("a token of the challenge opens nothing from a browser's page", async () => {
  const answer = await authApi().post(
    "/two-factor/verify-totp",
    { code: "000000", twoFactorToken: "x; other=y" },
    { origin: "https://evil.example" },
  );
  expect(answer.status).toBeGreaterThanOrEqual(400);
});
