// @long: rooms that come back after a pause
import { describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { decisionsApi } from "#lib/shared/api/decisions.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { exportsApi } from "#lib/shared/api/exports.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import { MAX_DECISIONS } from "#lib/shared/decisions.ts";
import { MAX_ITEMS } from "#lib/shared/items.ts";
import { MAX_RESERVATIONS } from "#lib/shared/reservation-kinds.ts";
import { MAX_STOPS } from "#lib/shared/stops.ts";
import { newReservation } from "#tests/factories/bookings.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import {
  newDecision,
  newItem,
  newPlaceholder,
  newStop,
  newSuggestion,
  readTrip,
} from "#tests/factories/trips.ts";
import { fileForm } from "#tests/helpers/file-inputs.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { patchItem } from "#tests/helpers/items.ts";
import { expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

/* Restored rows count against the limits as new ones do, so that a trip never holds more than its limits. */

type Where = Pick<Endpoint, "path" | "method">;

interface Kind {
  table: string;
  /** The columns of a row that fills the trip, in addition to its id and the trip's id. */
  filler: [columns: string, values: string];
  live: string;
  most: number;
  refusal: string;
  param: string;
  make(scene: TripFixture): Promise<{ id: string }>;
  remove: Where;
  restore: Where;
}

const KINDS: Record<string, Kind> = {
  stop: {
    table: "stops",
    filler: ["position, name", "'a' || g, 'Filler'"],
    live: "deleted_at is null",
    most: MAX_STOPS,
    refusal: `A trip holds at most ${MAX_STOPS} stops. Delete some first.`,
    param: "stopId",
    make: ({ owner, trip }) => newStop(owner, trip),
    remove: stopsApi.delete,
    restore: stopsApi.restore,
  },
  booking: {
    table: "reservations",
    filler: ["kind, title", "'other', 'Filler'"],
    live: "deleted_at is null",
    most: MAX_RESERVATIONS,
    refusal: `A trip holds at most ${MAX_RESERVATIONS} reservations. Delete some first.`,
    param: "reservationId",
    make: ({ owner, tripId }) => newReservation(owner, tripId),
    remove: reservationsApi.delete,
    restore: reservationsApi.restore,
  },
  item: {
    table: "items",
    filler: ["list, position, text", "'todo', 'a' || g, 'Filler'"],
    live: "deleted_at is null",
    most: MAX_ITEMS,
    refusal: `A trip holds at most ${MAX_ITEMS} items. Delete some first.`,
    param: "itemId",
    make: ({ owner, tripId }) => newItem(owner, tripId),
    remove: itemsApi.delete,
    restore: itemsApi.restore,
  },
  decision: {
    table: "decisions",
    filler: ["title", "'Filler'"],
    live: "deleted_at is null",
    most: MAX_DECISIONS,
    refusal: `A trip holds at most ${MAX_DECISIONS} decisions. Delete some first.`,
    param: "decisionId",
    make: ({ owner, tripId }) => newDecision(owner, tripId),
    remove: decisionsApi.delete,
    restore: decisionsApi.restore,
  },
  placeholder: {
    table: "trip_members",
    filler: ["name, role", "'Filler', 'viewer'"],
    live: "left_at is null and user_id is null",
    most: 200,
    refusal: "A trip holds at most 200 people without an account. Remove some first.",
    param: "memberId",
    make: ({ owner, tripId }) => newPlaceholder(owner, tripId),
    remove: membersApi.removePlaceholder,
    restore: membersApi.restorePlaceholder,
  },
};

/** Inserts rows until the trip has `count` of them, counted as the limit counts. */
async function fillTo(tripId: string, { table, filler: [columns, values], live }: Kind, count: number) {
  const { pool } = freshDatabase();
  await pool.query(
    `insert into ${table} (id, trip_id, ${columns}) select gen_random_uuid(), $1, ${values}
       from generate_series(1, $2::int - (select count(*)::int from ${table} where trip_id = $1 and ${live})) g`,
    [tripId, count],
  );
  if (table === "stops") await pool.query("update trips set stop_count = $2 where id = $1", [tripId, count]);
}

function kindOf(name: string): Kind {
  const kind = KINDS[name];
  if (!kind) throw new Error(`There is no kind ${name}.`);
  return kind;
}

function undo({ token }: Person, tripId: string, seq: number): Promise<RawAnswer> {
  return send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token });
}

describe.each(Object.keys(KINDS))("a %s that was deleted, of a trip that is full by now", (name) => {
  const kind = kindOf(name);

  test("is not restored, by undo neither; and is, once there is room", async () => {
    const scene = await newTripFixture();
    const { owner, tripId } = scene;
    const { token } = owner;
    const [gone, other] = [await kind.make(scene), await kind.make(scene)];
    const input = { params: { tripId, [kind.param]: gone.id }, token };
    const deleted = expectWritten(await send(kind.remove, input), 204);
    await fillTo(tripId, kind, kind.most);
    expectRefused(await send(kind.restore, input), 422, "LIMIT_REACHED", kind.refusal);
    expectRefused(await undo(owner, tripId, deleted), 422, "LIMIT_REACHED", kind.refusal);
    expect((await readTrip(owner, tripId)).seq).toBe(deleted);
    const params = { tripId, [kind.param]: other.id };
    expectWritten(await send(kind.remove, { params, token }), 204);
    expectWritten(await send(kind.restore, input));
    // Restoring a row that exists already does not count against the limit.
    expectWritten(await send(kind.restore, input));
    expectRefused(await undo(owner, tripId, deleted + 1), 422, "LIMIT_REACHED", kind.refusal);
  });
});

test("a dismissal is not undone where as many suggestions are open as may be", async () => {
  const { owner, viewer, tripId } = await newTripFixture();
  const { id: suggestionId, memberId } = await newSuggestion(viewer, tripId);
  const params = { tripId, suggestionId };
  const dismissed = expectWritten(
    await send(suggestionsApi.dismiss, { params, body: {}, token: owner.token }),
  );
  const { pool } = freshDatabase();
  await pool.query(
    `insert into suggestions (id, trip_id, member_id, lines, base_seq)
       select gen_random_uuid(), $1, $2, '[]', 1 from generate_series(1, 200)`,
    [tripId, memberId],
  );
  const message = "A trip holds at most 200 open suggestions. Ask an editor to answer some.";
  expectRefused(await undo(owner, tripId, dismissed), 422, "LIMIT_REACHED", message);
  await pool.query("update suggestions set status = 'withdrawn' where trip_id = $1 and lines = '[]'", [
    tripId,
  ]);
  expectWritten(await undo(owner, tripId, dismissed));
});

async function accepted({ owner, viewer, tripId }: TripFixture, changes: object[]): Promise<number> {
  const sent = await send(suggestionsApi.create, {
    params: { tripId },
    body: { changes },
    token: viewer.token,
  });
  const params = { tripId, suggestionId: (sent.body as { id: string }).id };
  return expectWritten(await send(suggestionsApi.accept, { params, body: {}, token: owner.token }));
}

describe("an undo of several", () => {
  test("is refused as a whole where not all find room", async () => {
    const scene = await newTripFixture();
    const { owner, trip, tripId, stop } = scene;
    const other = await newStop(owner, trip);
    const seq = await accepted(
      scene,
      [stop, other].map(({ id }) => ({ op: "stops.delete", entityId: id })),
    );
    const kind = kindOf("stop");
    await fillTo(tripId, kind, MAX_STOPS - 1);
    expectRefused(await undo(owner, tripId, seq), 422, "LIMIT_REACHED", kind.refusal);
    const now = await readTrip(owner, tripId);
    expect([now.seq, now.stops.length]).toEqual([seq, MAX_STOPS - 1]);
  });

  test("that takes as many away as it brings back is done, however full the trip", async () => {
    const scene = await newTripFixture();
    const { owner, tripId, stop } = scene;
    const seq = await accepted(scene, [
      { op: "stops.delete", entityId: stop.id },
      { op: "stops.create", input: { dayId: null, name: "Nara" } },
    ]);
    await fillTo(tripId, kindOf("stop"), MAX_STOPS + 1);
    expectWritten(await undo(owner, tripId, seq));
    expect((await readTrip(owner, tripId)).stops.some(({ id }) => id === stop.id)).toBe(true);
  });
});

test("an item of one's own becomes everybody's only where everybody's list has room", async () => {
  const { owner, editor, tripId } = await newTripFixture();
  const mine = await newItem(editor, tripId, { isPrivate: true });
  await fillTo(tripId, kindOf("item"), MAX_ITEMS + 1);
  const share = () => patchItem(editor, tripId, mine.id, { isPrivate: false });
  expectRefused(await share(), 422, "LIMIT_REACHED", kindOf("item").refusal);
  const [first] = (await readTrip(owner, tripId)).items;
  const params = { tripId, itemId: first?.id ?? "" };
  expectWritten(await send(itemsApi.delete, { params, token: owner.token }), 204);
  expectWritten(await share());
});

test("a trip that was full when something was to come back is imported from its own file", async () => {
  const { owner, tripId, stop } = await newTripFixture();
  const { token } = owner;
  const input = { params: { tripId, stopId: stop.id }, token };
  await send(stopsApi.delete, input);
  await fillTo(tripId, kindOf("stop"), MAX_STOPS);
  await send(stopsApi.restore, input);
  const { text } = await send(exportsApi.read, { params: { tripId }, query: { format: "json" }, token });
  const copy = await send(importsApi.createTrip, { token, form: fileForm(text, "trip.json") });
  expect(copy.status, copy.text.slice(0, 500)).toBe(201);
});
