import { expect, test } from "vitest";
import { RawSocket } from "#tests/realtime/raw-socket.ts";
import { newMiniProgramPerson } from "#tests/doubles/mini-program-platform.ts";
import { miniProgram } from "./doubles.ts";
import { BrowserClient, HttpClient, sessionCookieOf, textAt, tokenOf, valueAt } from "./http-client.ts";
import {
  expectOk,
  lastCode,
  newBrowserPerson,
  newNativePerson,
  sessionOf,
  signUpPerson,
  signIn,
} from "./people.ts";
import { newTrip, ticketFor } from "./trips.ts";

test("Authentication › 1: browser clients use a session cookie", async () => {
  const person = await signUpPerson();
  const browser = new BrowserClient();
  const body = { email: person.email, otp: await lastCode(person.email) };
  const answer = expectOk(await browser.post("/api/auth/email-otp/verify-email", body));
  const cookie = sessionCookieOf(answer) ?? "";
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Lax/i);
  expect(cookie).toMatch(/Path=\//i);
  expect((await browser.get("/api/trips")).status).toBe(200);
});

test("Authentication › 1: native clients send `Authorization: Bearer` on every request", async () => {
  const { client } = await newNativePerson();
  expect((await client.get("/api/trips")).status).toBe(200);
  expect((await newTrip(client)).status).toBe(201);
  const other = new HttpClient();
  other.token = client.token?.toUpperCase() ?? "";
  expect((await other.get("/api/trips")).status).toBe(401);
});

test("Authentication › 1: the token is never put in a URL: one that is there counts for nothing", async () => {
  const { client } = await newNativePerson();
  const token = client.token ?? "";
  for (const name of ["token", "access_token", "bearer", "session_token"]) {
    const answer = await new HttpClient().get(`/api/trips?${name}=${encodeURIComponent(token)}`);
    expect(answer.status, name).toBe(401);
  }
  const tripId = textAt(await newTrip(client), "id");
  const { url, ticket } = await ticketFor(client, tripId);
  expect(`${url}?ticket=${ticket}`).not.toContain(token.split(".")[0]);
});

test("Authentication › 1: on 401 the mini-program client clears its token, signs in again silently and retries once", async () => {
  const person = newMiniProgramPerson();
  const client = new HttpClient();
  async function signInSilently(): Promise<void> {
    const code = await miniProgram.loginCode(person);
    client.token = tokenOf(expectOk(await client.post("/api/auth/mini-program/sign-in", { code })));
  }
  await signInSilently();
  const trip = textAt(await newTrip(client), "id");
  expectOk(await client.post("/api/auth/sign-out"));
  const first = await client.get(`/api/trips/${trip}`);
  expect(first.status).toBe(401);
  client.token = null;
  await signInSilently();
  expect((await client.get(`/api/trips/${trip}`)).status).toBe(200);
});

test("Authentication › 2: email verification is required; sign-up gives no session until the OTP is verified", async () => {
  const person = await signUpPerson();
  for (const client of [new HttpClient(), new BrowserClient()]) {
    expect((await client.post("/api/auth/sign-in/email", person)).status).toBe(403);
    expect((await sessionOf(client)).body).toBeNull();
  }
});

test("Authentication › 2: native clients must also call `verify-email`", async () => {
  const person = await signUpPerson();
  const native = new HttpClient();
  const body = { email: person.email, otp: await lastCode(person.email) };
  const answer = expectOk(await native.post("/api/auth/email-otp/verify-email", body));
  expect(textAt(answer, "token")).toBe(tokenOf(answer).split(".")[0]);
  native.token = tokenOf(answer);
  expect((await native.get("/api/trips")).status).toBe(200);
});

test("Authentication › 7: the realtime upgrade checks origin only when an Origin header is present", async () => {
  const { client } = await newNativePerson();
  const tripId = textAt(await newTrip(client), "id");
  async function open(headers: Record<string, string>, withTicket: boolean): Promise<RawSocket> {
    const { url, ticket } = await ticketFor(client, tripId);
    return new RawSocket(`${url}?protocol=1${withTicket ? `&ticket=${ticket}` : ""}`, headers);
  }
  const bearer = { authorization: `Bearer ${client.token}` };
  for (const [headers, withTicket] of [
    [{}, true],
    [bearer, false],
    [{ origin: new URL(client.url).origin }, true],
    [{ origin: "https://web.example.test" }, true],
    [{ origin: "app://", ...bearer }, false],
  ] as const) {
    const socket = await open(headers, withTicket);
    expect(await socket.next("hello"), JSON.stringify(headers)).toMatchObject({ type: "hello" });
    socket.close();
  }
  for (const origin of ["https://evil.example", "https://web.example.test.evil.example", "null"]) {
    const socket = await open({ origin }, true);
    expect(await socket.closed, origin).toEqual(expect.any(Number));
    expect(
      socket.heard.filter(({ type }) => type === "hello"),
      origin,
    ).toEqual([]);
  }
});

test("Authentication › 7: requests without Origin are authenticated by the bearer header", async () => {
  const { client } = await newNativePerson();
  const tripId = textAt(await newTrip(client), "id");
  const { url } = await ticketFor(client, tripId);
  const stranger = await newNativePerson();
  for (const authorization of ["", "Bearer no-such-token", `Bearer ${stranger.client.token}`]) {
    const socket = new RawSocket(`${url}?protocol=1`, authorization === "" ? {} : { authorization });
    await socket.closed;
    expect(socket.heard.filter(({ type }) => type === "hello")).toEqual([]);
  }
  const socket = new RawSocket(`${url}?protocol=1`, { authorization: `Bearer ${client.token}` });
  expect(await socket.next("hello")).toMatchObject({ seq: expect.any(Number) });
  socket.close();
});

test("Authentication › 9: trip data requires trip membership", async () => {
  const { client } = await newNativePerson();
  const tripId = textAt(await newTrip(client), "id");
  const stranger = await newBrowserPerson();
  for (const path of ["", "/members", "/events?after=0", `/comments?target=trip:${tripId}`, "/invites"]) {
    const answer = await stranger.client.get(`/api/trips/${tripId}${path}`);
    expect([path, answer.status, valueAt(answer, "code")]).toEqual([path, 404, "NOT_FOUND"]);
  }
  expect((await stranger.client.post(`/api/trips/${tripId}/realtime/ticket`)).status).toBe(404);
  const again = await signIn(await newNativePerson());
  expect((await again.get(`/api/trips/${tripId}`)).status).toBe(404);
});
