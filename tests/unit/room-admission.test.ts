import { beforeEach, expect, test } from "vitest";
import { SocketIdentity, TicketPayload } from "#lib/shared/protocol.ts";
import { signTicket, TICKET_SECONDS } from "#lib/shared/tickets.ts";
import { SocketAdmission, type AdmissionRules, type AdmissionStorage } from "#party/admission.ts";
import { FakeClock } from "#tests/realtime/fake-clock.ts";
import { ANN, BOB, DAY_ID, STOP_ID, TRIP_ID } from "#tests/realtime/sample-trip.ts";

const SECRET = "secret-of-the-rooms-in-tests-only";
const settings = {
  REALTIME_SECRET: SECRET,
  API_URL: "http://api.test",
  TRUSTED_ORIGINS: ["https://trips.test", "app://"],
};
const sign: AdmissionRules<SocketIdentity> = {
  authorizeAt: `/api/internal/rooms/${TRIP_ID}/authorize`,
  ticket: TicketPayload,
  identity: SocketIdentity,
  isMeant: ({ tripId }) => tripId === TRIP_ID,
};
const identity = {
  tripId: TRIP_ID,
  sessionId: STOP_ID,
  userId: ANN,
  role: "editor" as const,
  name: "Ann 京都",
  image: null,
};

let clock: FakeClock;
let stored: Map<string, number>;
let door: SocketAdmission<SocketIdentity>;
let asked: unknown[];
let answer: () => Response;

const storage: AdmissionStorage = {
  async list<T>({ prefix }: { prefix: string }) {
    // The storage contains only numbers, which is the type that the admission asks for.
    return new Map([...stored].filter(([key]) => key.startsWith(prefix))) as Map<string, T>;
  },
  async put(key, value) {
    stored.set(key, value);
  },
  async delete(keys) {
    return keys.filter((key) => stored.delete(key)).length;
  },
};

beforeEach(() => {
  clock = new FakeClock();
  stored = new Map();
  asked = [];
  answer = () => Response.json(identity);
  door = openDoor();
});

function openDoor(): SocketAdmission<SocketIdentity> {
  return new SocketAdmission({
    sign,
    settings,
    storage,
    clock,
    async fetch(url, init) {
      asked.push([url, init?.body]);
      return answer();
    },
  });
}

function ticketFor(overrides: Partial<TicketPayload> = {}): TicketPayload {
  const exp = Math.floor(clock.now() / 1000) + TICKET_SECONDS;
  return { ...identity, jti: crypto.randomUUID(), exp, ...overrides };
}

async function knock(query: string, headers: Record<string, string> = {}) {
  return door.identify(new URL(`ws://room.test/parties/main/${TRIP_ID}?${query}`), new Headers(headers));
}

async function knockWith(payload: TicketPayload, secret = SECRET) {
  return knock(`ticket=${await signTicket(payload, secret)}`);
}

test("a ticket lets in whom it names", async () => {
  expect(await knockWith(ticketFor())).toEqual(identity);
});

test("a ticket opens the door once, after a restart of the room too", async () => {
  const ticket = ticketFor();
  await knockWith(ticket);
  expect(await knockWith(ticket)).toMatchObject({ code: 4001 });
  door = openDoor();
  expect(await knockWith(ticket)).toMatchObject({ code: 4001 });
});

test("of two sockets with one ticket at once, one gets in", async () => {
  const ticket = ticketFor();
  const found = await Promise.all([knockWith(ticket), knockWith(ticket)]);
  expect(found.filter((result) => "code" in result)).toHaveLength(1);
});

test("tickets that are forged, expired, for another trip or no tickets are refused", async () => {
  const good = await signTicket(ticketFor(), SECRET);
  const [body = "", signature = ""] = good.split(".");
  const [other = ""] = (
    await signTicket(ticketFor({ userId: BOB }), "another-secret-that-is-long-enough")
  ).split(".");
  const refused = [
    knockWith(ticketFor(), "another-secret-that-is-long-enough"),
    knockWith(ticketFor({ exp: Math.floor(clock.now() / 1000) })),
    knockWith(ticketFor({ tripId: DAY_ID })),
    knock(`ticket=${other}.${signature}`),
    knock(`ticket=${body}`),
    knock(`ticket=${good}.more`),
    knock("ticket=%00"),
    knock("ticket="),
    knock(""),
  ];
  for (const result of await Promise.all(refused)) expect(result).toMatchObject({ code: 4001 });
  expect(await knock(`ticket=${good}`)).toEqual(identity);
});

test.each([-3600, 3600])("the API's clock counts where it is %i seconds ahead", async (ahead) => {
  const apiTime = () => Math.floor(clock.now() / 1000) + ahead;
  answer = () => new Response(null, { headers: { date: new Date(apiTime() * 1000).toUTCString() } });
  const close = { type: "close" as const, code: 4003, reason: "", userId: ANN, sessionId: null };
  expect(await knockWith(ticketFor({ exp: apiTime() + TICKET_SECONDS }))).toEqual(identity);
  expect(asked).toEqual([["http://api.test/api/ping", undefined]]);
  expect(await knockWith(ticketFor({ exp: apiTime() }))).toMatchObject({ code: 4001 });
  const before = ticketFor({ exp: apiTime() + TICKET_SECONDS });
  await door.cutOff(close);
  expect(await knockWith(before)).toMatchObject({ code: 4001 });
  await clock.pass(1000);
  expect(await knockWith(ticketFor({ exp: apiTime() + TICKET_SECONDS }))).toEqual(identity);
});

test("an API that does not tell its time leaves the room its own", async () => {
  answer = () => {
    throw new TypeError("away");
  };
  expect(await knockWith(ticketFor({ exp: Math.floor(clock.now() / 1000) - 3500 }))).toMatchObject({
    code: 4001,
  });
  expect(await knockWith(ticketFor())).toEqual(identity);
});

test("used tickets are forgotten when they would have expired anyway", async () => {
  await knockWith(ticketFor());
  await clock.pass(61_000);
  await knockWith(ticketFor());
  expect(stored.size).toBe(1);
});

test("whom the API sent away does not come back with a ticket from before", async () => {
  const [before, ofBob] = [ticketFor(), ticketFor({ userId: BOB, sessionId: DAY_ID })];
  const close = { type: "close" as const, reason: "", userId: ANN, sessionId: null };
  await door.cutOff({ ...close, code: 4003 });
  expect(await knockWith(before)).toMatchObject({ code: 4001 });
  expect(await knockWith(ofBob)).toMatchObject({ userId: BOB });
  await clock.pass(1000);
  expect(await knockWith(ticketFor())).toEqual(identity);
  await door.cutOff({ ...close, code: 4004 });
  await clock.pass(0);
  expect(await knockWith(ticketFor({ exp: ticketFor().exp + 1 }))).toEqual(identity);
});

test("a native client's bearer token is for the API to judge", async () => {
  expect(await knock("", { authorization: "Bearer session-token" })).toEqual(identity);
  expect(asked).toEqual([
    [`http://api.test/api/internal/rooms/${TRIP_ID}/authorize`, JSON.stringify({ token: "session-token" })],
  ]);
  answer = () => Response.json({}, { status: 404 });
  expect(await knock("", { authorization: "Bearer session-token" })).toMatchObject({ code: 4001 });
  answer = () => Response.json({}, { status: 503 });
  expect(await knock("", { authorization: "Bearer session-token" })).toMatchObject({ code: 1013 });
});

test("someone who is sent away while the API is asked stays out", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer = () => {
    throw new Error("Not asked yet.");
  };
  const slow = new SocketAdmission({ sign, settings, storage, clock, fetch: () => promise });
  const url = new URL(`ws://room.test/parties/main/${TRIP_ID}`);
  const found = slow.identify(url, new Headers({ authorization: "Bearer session-token" }));
  await slow.cutOff({ type: "close", code: 4003, reason: "", userId: ANN, sessionId: null });
  resolve(Response.json(identity));
  expect(await found).toMatchObject({ code: 4001 });
});

test.each([
  ["https://trips.test", true],
  ["HTTPS://Trips.Test", true],
  ["app://localhost", true],
  ["https://trips.test.evil.example", false],
  ["https://evil.example", false],
  ["null", false],
  ["", false],
])("an Origin of %s is trusted: %s", async (origin, isTrusted) => {
  const found = await knock(`ticket=${await signTicket(ticketFor(), SECRET)}`, { origin });
  expect("code" in found).toBe(!isTrusted);
});

test.each([
  ["0", 4010],
  ["-1", 4010],
  ["x", 4010],
])("protocol %s is too old", async (protocol, code) => {
  expect(await knock(`protocol=${protocol}&ticket=x`)).toMatchObject({ code });
});

test.each(["1", "2"])("protocol %s is spoken", async (protocol) => {
  expect(await knock(`protocol=${protocol}&ticket=${await signTicket(ticketFor(), SECRET)}`)).toEqual(
    identity,
  );
});

test("where the API's deployment is protected, its key goes along, and nowhere else", async () => {
  const seen: (string | null)[] = [];
  for (const API_BYPASS_SECRET of ["key-of-previews", undefined]) {
    const guarded = new SocketAdmission({
      sign,
      settings: { ...settings, API_BYPASS_SECRET },
      storage,
      clock,
      async fetch(_, init) {
        seen.push(new Headers(init?.headers).get("x-vercel-protection-bypass"));
        return answer();
      },
    });
    const headers = new Headers({ authorization: "Bearer token" });
    expect(await guarded.identify(new URL(`ws://room.test/parties/main/${TRIP_ID}`), headers)).toEqual(
      identity,
    );
  }
  expect(seen).toEqual(["key-of-previews", null]);
});
