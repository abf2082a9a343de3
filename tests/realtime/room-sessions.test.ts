import type * as Party from "partykit/server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { env } from "#lib/server/env/env.ts";
import type { Clock } from "#lib/shared/clock.ts";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import InboxRoom from "#party/inbox-room.ts";
import TripRoom from "#party/trip-room.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newMember, newTrip } from "#tests/factories/trips.ts";
import { type ApiServer, startApiServer } from "./api-server.ts";
import { FakeClock } from "./fake-clock.ts";

/* The rooms run in this process, so that a test can control their clock. */

const POLL = { timeout: 10_000, interval: 5 };
const TOLD = { type: "close", code: CLOSE_CODES.cutOff, reason: "You signed out." };

let api: ApiServer;
let clock: FakeClock;
beforeAll(async () => {
  api = await startApiServer();
});
afterAll(() => api.stop());
beforeEach(() => {
  clock = new FakeClock();
});

type Kind = new (room: Party.Room, clock: Clock) => TripRoom | InboxRoom;

function newRoom(Kind: Kind, id: string) {
  const storage = {
    list: () => Promise.resolve(new Map<string, number>()),
    put: () => Promise.resolve(),
    delete: () => Promise.resolve(0),
  };
  const settings = { REALTIME_SECRET: env().REALTIME_SECRET, API_URL: api.url, TRUSTED_ORIGINS: "" };
  // Rooms use no other members of the platform's object.
  return new Kind({ id, env: settings, storage } as object as Party.Room, clock);
}

/** Opens a socket that only receives. */
async function open(room: TripRoom | InboxRoom, { token, sessionId }: Person) {
  const heard: unknown[] = [];
  const window = { heard, closedBy: null as number | null };
  const connection = {
    id: sessionId,
    readyState: WebSocket.OPEN,
    send: (text: string) => void heard.push(JSON.parse(text)),
    close(code: number) {
      if (window.closedBy !== null) return;
      window.closedBy = code;
      queueMicrotask(() => room.onClose(connection));
    },
  };
  const request = new Request("http://rooms.test/", { headers: { authorization: `Bearer ${token}` } });
  // Rooms use no other members of the platform's connection than those of this object.
  await room.onConnect(
    connection as object as Party.Connection,
    { request } as object as Party.ConnectionContext,
  );
  return window;
}

describe("bug: a socket hears everything for as long as its page stays open, though its session", () => {
  test.each([
    ["was revoked and the room not told", "delete from sessions where id = $1"],
    ["ran out", "update sessions set expires_at = now() where id = $1"],
    ["reached its end", "update sessions set created_at = now() - interval '91 days' where id = $1"],
    [
      "is of somebody who is out of the trip",
      "update trip_members set left_at = now() where user_id = (select user_id from sessions where id = $1)",
    ],
    [
      "is of somebody who is blocked",
      "update users set blocked_at = now() where id = (select user_id from sessions where id = $1)",
    ],
  ])("%s", async (_, text) => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const bob = await newMember(ann, trip, "editor");
    const room = newRoom(TripRoom, trip.id);
    const [anns, bobs] = [await open(room, ann), await open(room, bob)];
    await freshDatabase().pool.query(text, [bob.sessionId]);
    await clock.pass(60_000);
    await expect.poll(() => bobs.closedBy, POLL).toBe(CLOSE_CODES.cutOff);
    expect(bobs.heard.at(-1)).toEqual(TOLD);
    expect(anns.closedBy).toBeNull();
    const asked = api.internalCalls.filter((path) => path.endsWith("/sessions")).length;
    await clock.pass(60_000);
    const again = () => api.internalCalls.filter((path) => path.endsWith("/sessions")).length;
    await expect.poll(again, POLL).toBe(asked + 1);
    expect(anns.closedBy).toBeNull();
  });

  test("was revoked, in the room of a person", async () => {
    const ann = await newPerson();
    const room = newRoom(InboxRoom, ann.userId);
    const window = await open(room, ann);
    await clock.pass(5 * 60_000);
    await expect.poll(() => api.internalCalls, POLL).toContain("/api/internal/inboxes/{userId}/sessions");
    await expect.poll(() => clock.waiting, POLL).toBe(1);
    expect(window.closedBy).toBeNull();
    await freshDatabase().pool.query("delete from sessions where id = $1", [ann.sessionId]);
    await clock.pass(5 * 60_000);
    await expect.poll(() => window.closedBy, POLL).toBe(CLOSE_CODES.cutOff);
    expect(window.heard.at(-1)).toEqual(TOLD);
    // No socket is open, so no timer may remain that would wake the room up.
    await expect.poll(() => clock.waiting, POLL).toBe(0);
  });
});
