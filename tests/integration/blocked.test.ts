// @alone @long: sets the environment, which the service reads once; starts a command per case
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import * as complete from "#app/api/mobile-auth/oauth/complete/route.ts";
import * as exchange from "#app/api/mobile-auth/oauth/exchange/route.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { feedsApi } from "#lib/shared/api/feeds.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { answerJson, readText, startLoopback } from "#tests/doubles/loopback-server.ts";
import { newMiniProgramPerson, startMiniProgramPlatform } from "#tests/doubles/mini-program-platform.ts";
import { newOpenIdPerson, startOpenIdProvider } from "#tests/doubles/openid-provider.ts";
import { authApi, ORIGIN, refusedWith, type SignedIn, signUpAndVerify } from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { send } from "#tests/helpers/handlers.ts";
import { linesOfEvent, listenToLog } from "#tests/helpers/log-lines.ts";
import { lastCode, useMailbox } from "#tests/helpers/mailbox.ts";
import { mobileStartCookie } from "#tests/helpers/mobile-start.ts";
import { runOperation, type CommandResult } from "#tests/helpers/operations.ts";
import { walkThroughProvider } from "#tests/helpers/provider-walk.ts";

const client = { clientId: "blocked", clientSecret: "secret-of-the-client" };
const openId = await startOpenIdProvider({
  ...client,
  redirectUri: `${ORIGIN}/api/auth/callback/idp-primary`,
});
const platform = await startMiniProgramPlatform();
const commands: string[] = [];
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  commands.push(await readText(request));
  answerJson(response, 200, { isListening: true });
}
const rooms = await startLoopback((request, response) => void take(request, response));
Object.assign(process.env, {
  PARTYKIT_URL: rooms.url,
  PRIMARY_OAUTH_CLIENT_ID: client.clientId,
  PRIMARY_OAUTH_CLIENT_SECRET: client.clientSecret,
  PRIMARY_OAUTH_ISSUER: openId.issuer,
  MINI_PROGRAM_APP_ID: platform.appId,
  MINI_PROGRAM_APP_SECRET: platform.appSecret,
  MINI_PROGRAM_API_URL: platform.url,
});
useMailbox();
afterAll(async () => {
  await Promise.all([openId.stop(), platform.stop(), rooms.stop()]);
});
beforeEach(() => void (commands.length = 0));

const REFUSED = refusedWith(403, "BANNED_USER", /whoever runs this service has blocked this account/i);

function block(userId: string): Promise<CommandResult> {
  return runOperation("admin", ["users", "block", userId], { LOG_LEVEL: "warn" });
}

async function idOf({ email }: SignedIn): Promise<string> {
  return (await userRow(email))?.id ?? "";
}

async function sessionsOf(userId: string): Promise<number> {
  const { rows } = await freshDatabase().pool.query("select 1 from sessions where user_id = $1", [userId]);
  return rows.length;
}

describe("whoever is blocked", () => {
  test("is signed out at once, sockets included, and keeps what they have; unblocked, they may come back", async () => {
    const person = await signUpAndVerify();
    const userId = await idOf(person);
    const trip = await send(tripsApi.create, { token: person.token, body: { title: "Kept" } });
    const told = await block(userId);
    expect(told).toMatchObject({ code: 0, out: expect.stringContaining("1 session ended") });
    expect(told.err).toContain(`"command":"users block","subject":"${userId}"`);

    expect((await send(tripsApi.list, { token: person.token })).status).toBe(401);
    expect(await sessionsOf(userId)).toBe(0);
    expect(commands).toContainEqual(expect.stringMatching(/"type":"close"/));
    expect((await runOperation("admin", ["users", "find", userId])).out).toContain("blocked");

    expect(await runOperation("admin", ["users", "unblock", userId])).toMatchObject({ code: 0 });
    const back = await authApi().post("/sign-in/email", person);
    const token = back.headers.get("set-auth-token")?.split(".")[0] ?? "";
    const list = await send(tripsApi.list, { token });
    expect(list.text).toContain((trip.body as { id: string }).id);
  });

  test("has no session, also where one had begun at that very moment", async () => {
    const person = await signUpAndVerify();
    await freshDatabase().pool.query("update users set blocked_at = now() where id = $1", [
      await idOf(person),
    ]);
    expect((await send(tripsApi.list, { token: person.token })).status).toBe(401);
    expect(await send(tripsApi.create, { token: person.token, body: { title: "No" } })).toMatchObject({
      status: 401,
    });
  });

  test("comes in neither by password nor by code, and only who proves to be them is told why", async () => {
    const person = await signUpAndVerify();
    const userId = await idOf(person);
    await authApi().post("/email-otp/send-verification-otp", { email: person.email, type: "sign-in" });
    const otp = lastCode(person.email);
    await block(userId);
    const logged = listenToLog();
    expect(await authApi().post("/sign-in/email", person)).toEqual(REFUSED);
    expect(await authApi().post("/sign-in/email-otp", { email: person.email, otp })).toEqual(REFUSED);
    const wrong = await authApi().post("/sign-in/email", { ...person, password: "wrong password" });
    expect(wrong).toEqual(refusedWith(401, "INVALID_EMAIL_OR_PASSWORD"));
    logged.stop();
    expect(linesOfEvent(logged.lines(), "sign-in.blocked")).toMatchObject([{ userId }, { userId }]);
    expect(await sessionsOf(userId)).toBe(0);
  });

  test("nor by a provider, whose answer leads to a page that says so", async () => {
    const someone = newOpenIdPerson();
    openId.signInAs(someone);
    const provider = { id: "idp-primary", url: openId.url };
    expect((await walkThroughProvider(provider)).callback.status).toBe(302);
    const userId = (await userRow(someone.email ?? ""))?.id ?? "";
    await block(userId);
    const { callback, location } = await walkThroughProvider(provider);
    expect(callback.status).toBe(302);
    expect(location.pathname).toBe("/sign-in");
    expect(location.searchParams.get("error")).toBe("BANNED_USER");
    expect(await sessionsOf(userId)).toBe(0);
  });

  test("nor in a mini-program", async () => {
    const someone = newMiniProgramPerson();
    const signIn = () => authApi().post("/mini-program/sign-in", { code: platform.loginCode(someone) });
    const { user } = (await signIn()).body as { user: { id: string } };
    await block(user.id);
    expect(await signIn()).toEqual(REFUSED);
    expect(await sessionsOf(user.id)).toBe(0);
  });

  test("nor in the mobile app, with a code of before", async () => {
    const person = await signUpAndVerify();
    const userId = await idOf(person);
    const url = `${ORIGIN}/api/mobile-auth/oauth`;
    const cookie = `${person.cookie}; ${mobileStartCookie()}`;
    const done = await complete.GET(new Request(`${url}/complete`, { headers: { cookie } }));
    const code = new URL(done.headers.get("location") ?? "").searchParams.get("code");
    await freshDatabase().pool.query("update users set blocked_at = now() where id = $1", [userId]);
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ code });
    const answer = await exchange.POST(new Request(`${url}/exchange`, { method: "POST", headers, body }));
    expect(answer.status).toBe(403);
    expect(await sessionsOf(userId)).toBe(1);
  });
});

describe("meanwhile a blocked person", () => {
  test("has no account to change either, with a session that began at that very moment", async () => {
    const person = await signUpAndVerify();
    await freshDatabase().pool.query("update users set blocked_at = now() where email = $1", [person.email]);
    const bearer = { authorization: `Bearer ${person.token}` };
    const next = { currentPassword: person.password, newPassword: "another long one 5" };
    expect(await authApi().post("/change-password", next, bearer)).toEqual(refusedWith(401, "UNAUTHORIZED"));
    expect(await authApi().get("/get-session", bearer)).toMatchObject({ status: 200, body: null });
    expect(await sessionsOf(await idOf(person))).toBe(0);
  });

  test("lets nobody in and shows nobody a plan, until they are unblocked", async () => {
    const person = await signUpAndVerify();
    const userId = await idOf(person);
    const { body: trip } = await send(tripsApi.create, { token: person.token, body: { title: "Kept" } });
    const place = { token: person.token, params: { tripId: (trip as { id: string }).id } };
    const invite = await send(invitesApi.create, { ...place, body: { role: "editor" } });
    const feed = await send(feedsApi.create, { ...place, body: { scope: "all" } });
    const { token: secret } = invite.body as { token: string };
    const file = new URL((feed.body as { url: string }).url).pathname.split("/").at(-1) ?? "";
    const other = await signUpAndVerify();
    const accept = () => send(invitesApi.accept, { token: other.token, params: { token: secret } });
    const read = () => send(feedsApi.read, { params: { token: file } });

    await block(userId);
    expect(await accept()).toMatchObject({ status: 410, body: { code: "INVITE_GONE" } });
    expect(await read()).toMatchObject({ status: 404 });
    expect(await runOperation("admin", ["users", "unblock", userId])).toMatchObject({ code: 0 });
    expect(await accept()).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ status: 200 });
  });
});

describe("an operator who blocks and unblocks", () => {
  test("finds who is meant, whoever else calls themselves by their id", async () => {
    const person = await signUpAndVerify();
    const userId = await idOf(person);
    for (const _ of [1, 2]) await signUpAndVerify({ name: userId });
    const found = (await runOperation("admin", ["users", "find", userId])).out.split("\n");
    expect(found[2]).toMatch(new RegExp(`^${userId} `));
    expect(await block(userId)).toMatchObject({ code: 0 });
    expect((await send(tripsApi.list, { token: person.token })).status).toBe(401);
  });

  test("takes nothing from somebody who is not blocked", async () => {
    const person = await signUpAndVerify();
    const told = await runOperation("admin", ["users", "unblock", await idOf(person)]);
    expect(told).toMatchObject({
      code: 0,
      out: expect.stringContaining("is not blocked. Nothing was changed."),
    });
    expect((await send(tripsApi.list, { token: person.token })).status).toBe(200);
  });
});
