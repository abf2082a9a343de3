import { expect, test } from "vitest";
import type { TripEvent } from "#lib/shared/events.ts";
import { tripFieldsOf } from "#lib/client/writes/plan-writes.ts";
import { applyEvent } from "#lib/shared/merge.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import {
  ANN,
  CREATED_AT,
  BOB,
  BOB_MEMBER,
  comment,
  event,
  STOP_ID,
  stop,
  stopFields,
  TRIP_ID,
  trip,
} from "#tests/realtime/sample-trip.ts";

const context = { userId: ANN, now: new Date("2026-11-14T03:00:00Z") };
const OTHER = "0199b6a0-7c00-7000-8000-0000000000f2";

function after(before: TripDto, ...events: TripEvent[]): TripDto {
  return events.reduce((merged, next) => applyEvent(merged, next, context), before);
}

function vote(seq: number, value: number): TripEvent {
  return event(seq, {
    op: "vote.set",
    entity: { stopId: STOP_ID, memberId: BOB_MEMBER, value, updatedAt: CREATED_AT },
  });
}

test("an event that the trip contains changes nothing, and one that does not follow is refused", () => {
  const renamed = event(11, { op: "stop.updated", entity: stopFields({ name: "Ginkaku-ji" }) });
  const once = after(trip(), renamed);
  expect(once.stops[0]?.name).toBe("Ginkaku-ji");
  expect(applyEvent(once, renamed, context)).toBe(once);
  expect(() => applyEvent(once, { ...renamed, seq: 13 }, context)).toThrow(RangeError);
});

test("an op of a newer version of the service changes nothing, and the events after it are applied", () => {
  const newer = {
    ...event(11, { op: "stop.deleted", entity: { id: OTHER } }),
    op: "gift.created",
  } as unknown as TripEvent;
  const renamed = event(12, { op: "stop.updated", entity: stopFields({ name: "Ginkaku-ji" }) });
  const merged = after(trip(), newer, renamed);
  expect({ ...merged, stops: [], seq: 10 }).toEqual({ ...trip(), stops: [] });
  expect(merged).toMatchObject({ seq: 12, stops: [{ name: "Ginkaku-ji" }] });
});

test("the given trip is left as it was", () => {
  const before = trip({ stops: [stop(), stop({ id: OTHER, position: "a1" })] });
  const copy = structuredClone(before);
  after(
    before,
    event(11, { op: "stop.moved", entity: stopFields({ position: "a2" }) }),
    event(12, {
      op: "vote.set",
      entity: { stopId: OTHER, memberId: BOB_MEMBER, value: 1, updatedAt: CREATED_AT },
    }),
    event(13, { op: "stop.deleted", entity: { id: STOP_ID } }),
  );
  expect(before).toEqual(copy);
});

test("an edited stop keeps its votes and its number of comments", () => {
  const votes = [{ memberId: BOB_MEMBER, value: 1 }];
  const before = trip({ stops: [stop({ votes, commentCount: 3 })] });
  const merged = after(before, event(11, { op: "stop.updated", entity: stopFields({ notes: "early" }) }));
  expect(merged.stops).toEqual([stop({ notes: "early", votes, commentCount: 3 })]);
});

test("a restored stop comes back with its votes and comments", () => {
  const whole = stop({ votes: [{ memberId: BOB_MEMBER, value: -1 }], commentCount: 2 });
  const merged = after(
    trip(),
    event(11, { op: "stop.deleted", entity: { id: STOP_ID } }),
    event(12, { op: "stop.restored", entity: whole }),
  );
  expect(merged.stops).toEqual([whole]);
});

test("stops stand by position as bytes, then by id", () => {
  const merged = after(
    trip(),
    event(11, { op: "stop.created", entity: stopFields({ id: OTHER, position: "Zz" }) }),
    event(12, { op: "stop.created", entity: stopFields({ id: TRIP_ID, position: "a0" }) }),
  );
  expect(merged.stops.map(({ id }) => id)).toEqual([OTHER, TRIP_ID, STOP_ID]);
});

test("a vote replaces the member's former one, and 0 takes it back", () => {
  expect(after(trip(), vote(11, 1), vote(12, -1)).stops[0]?.votes).toEqual([
    { memberId: BOB_MEMBER, value: -1 },
  ]);
  expect(after(trip(), vote(11, 1), vote(12, 0)).stops[0]?.votes).toEqual([]);
});

test("comments are counted where they stand", () => {
  const onStop = { kind: "stop" as const, id: STOP_ID };
  const merged = after(
    trip(),
    event(11, { op: "comment.created", entity: comment({ id: OTHER }) }),
    event(12, {
      op: "comment.created",
      entity: comment({ id: TRIP_ID, target: { kind: "trip", id: TRIP_ID } }),
    }),
    event(13, { op: "comment.resolved", entity: comment({ id: OTHER }) }),
  );
  expect([merged.commentCount, merged.stops[0]?.commentCount]).toEqual([1, 1]);
  const gone = after(merged, event(14, { op: "comment.deleted", entity: { id: OTHER, target: onStop } }));
  expect([gone.commentCount, gone.stops[0]?.commentCount]).toEqual([1, 0]);
});

test("what a reader may not see still takes its seq", () => {
  const merged = after(trip(), { seq: 11, op: "redacted", at: CREATED_AT });
  expect(merged).toEqual(trip({ seq: 11 }));
});

test("the own role follows the own membership only", () => {
  const [ann, bob] = trip().members;
  if (!ann || !bob) throw new Error("The sample has two members.");
  const merged = after(
    trip(),
    event(11, { op: "member.updated", entity: { ...bob, role: "viewer" } }),
    event(12, { op: "member.updated", entity: { ...ann, role: "editor" } }),
  );
  expect(merged.role).toBe("editor");
  expect(merged.members.map(({ userId, role }) => [userId, role])).toEqual([
    [ANN, "editor"],
    [BOB, "viewer"],
  ]);
});

test("the status follows the dates by the trip's own calendar", () => {
  const dates = { startDate: "2026-11-15", endDate: "2026-11-16" };
  const moved = { ...tripFieldsOf(trip()), ...dates, version: 2 };
  const late = { ...context, now: new Date("2026-11-14T16:00:00Z") };
  const changed = event(11, { op: "trip.updated", entity: moved });
  expect(applyEvent(trip(), changed, context).status).toBe("upcoming");
  expect(applyEvent(trip(), changed, late).status).toBe("ongoing");
});
