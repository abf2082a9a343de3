import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { days, stops } from "#db/schema/plan.ts";
import { reservations } from "#db/schema/reservations.ts";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { addDays, dateRange } from "#lib/shared/dates.ts";
import type { DatesPreview } from "#lib/shared/days.ts";
import { dateSpan } from "#lib/shared/reservation-days.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newReservation } from "#tests/factories/bookings.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { as, newComment, newStop, newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { withoutCounters } from "#tests/helpers/uncounted-trip.ts";
import { datesFrom, perform, type Step, randomSteps } from "#tests/helpers/random-work.ts";
import { emptyTestState } from "#tests/helpers/random-test-state.ts";
import { expectWritten } from "#tests/helpers/refusals.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";
vi.setConfig({ testTimeout: IS_LONG ? 900_000 : 60_000 });
const RUNS = { numRuns: IS_LONG ? 300 : 10, endOnFailure: !IS_LONG };
const EPOCH = "2027-03-10";

interface Plan {
  ann: Person;
  tripId: string;
}

/** Creates an idea and four titled days, each with a commented stop and a reservation; every other one is confirmed. */
async function newPlan(): Promise<Plan> {
  const ann = await newPerson();
  const trip = await newTrip(ann, { startDate: EPOCH, endDate: addDays(EPOCH, 3) });
  for (const [index, { id }] of trip.days.entries()) {
    await perform(worldOf({ ann, tripId: trip.id }), trip, step("editDay", index, index, 0));
    const stop = await newStop(ann, trip, {
      dayId: id,
      name: `Stop of day ${index}`,
      notes: `Note ${index}`,
    });
    await newComment(ann, trip.id, { target: { kind: "stop", id: stop.id }, body: `About ${index}` });
    const booking = await newReservation(ann, trip.id, bookingOf(index));
    await newComment(ann, trip.id, { target: { kind: "reservation", id: booking.id }, body: `On ${index}` });
  }
  await newStop(ann, trip, { dayId: null, name: "Idea" });
  return { ann, tripId: trip.id };
}

function bookingOf(index: number) {
  return {
    title: `Booking ${index}`,
    notes: `Note ${index}`,
    start: { local: `${addDays(EPOCH, index)}T23:30`, zone: "Asia/Tokyo" },
    end: { local: `${addDays(EPOCH, index)}T08:00`, zone: "America/Los_Angeles" },
    confirmation: index % 2 === 0 ? null : "XK42",
  };
}

function worldOf({ ann, tripId }: Plan, stopIds: string[] = []) {
  return { tripId, ...emptyTestState(), people: [ann], stopIds, epoch: EPOCH };
}

const step = (kind: Step["kind"], a: number, b: number, c: number): Step => ({ kind, who: 0, a, b, c });

function idsOf({ stops: held, reservations: booked }: TripDto): string[] {
  return [...held, ...booked].map(({ id }) => id).toSorted();
}

function confirmedOf({ reservations: booked }: TripDto) {
  return booked.filter(({ confirmation }) => confirmation !== null);
}

/** Returns all texts that people wrote in the trip. */
async function words(tripId: string) {
  const { drizzle, pool } = freshDatabase();
  const allDays = await drizzle.select().from(days).where(eq(days.tripId, tripId));
  const allStops = await drizzle.select().from(stops).where(eq(stops.tripId, tripId));
  const { rows } = await pool.query("select id, body from comments where trip_id = $1", [tripId]);
  return {
    titles: new Map(allDays.map(({ id, title, notes }) => [id, { title, notes }])),
    stops: new Map(allStops.map(({ id, name, notes }) => [id, { name, notes }])),
    comments: new Map(rows.map(({ id, body }) => [id, body])),
    bookings: new Map(
      (await drizzle.select().from(reservations).where(eq(reservations.tripId, tripId))).map(
        ({ id, notes, endLocal }) => [id, { notes, clock: endLocal?.slice(10) }],
      ),
    ),
  };
}

function expectOnLiveDays(trip: TripDto): void {
  const live = new Set<string | null>([...trip.days.map(({ id }) => id), null]);
  expect(trip.stops.filter(({ dayId }) => !live.has(dayId))).toEqual([]);
  const dates = trip.startDate && trip.endDate ? dateRange(trip.startDate, trip.endDate) : [];
  expect(trip.days.map(({ date }) => date)).toEqual(dates);
}

const DateChange = fc.record({
  start: fc.nat({ max: 8 }),
  length: fc.nat({ max: 5 }),
  mode: fc.nat({ max: 1 }),
});

test("no sequence of date changes, edits and undos loses a stop, a booking, a note, a title or a comment", async () => {
  const kinds = [
    "setDates",
    "setDates",
    "clearDates",
    "undo",
    "undo",
    "moveStop",
    "addStop",
    "deleteStop",
    "restoreStop",
    "addReservation",
    "deleteReservation",
    "restoreReservation",
  ] as const;
  await fc.assert(
    fc.asyncProperty(randomSteps(kinds, 14), async (steps) => {
      const own = await newPlan();
      const { ann, tripId } = own;
      const start = await words(tripId);
      const first = await readTrip(ann, tripId);
      const ids = first.stops.map(({ id }) => id);
      const reservationIds = first.reservations.map(({ id }) => id);
      const world = { ...worldOf(own, ids), reservationIds, since: first.seq };
      for (const each of steps) {
        const before = await readTrip(ann, tripId);
        expectOnLiveDays(before);
        const sent = await perform(world, before, each);
        expect(sent.status, sent.text).toBeLessThan(500);
        if (sent.status < 300 && each.kind.endsWith("Dates")) {
          const after = await readTrip(ann, tripId);
          expect(idsOf(after)).toEqual(idsOf(before));
          expect(confirmedOf(after)).toEqual(confirmedOf(before));
        }
      }
      expectOnLiveDays(await readTrip(ann, tripId));
      const end = await words(tripId);
      for (const [id, title] of start.titles) expect(end.titles.get(id)).toEqual(title);
      for (const [id, text] of start.stops) expect(end.stops.get(id)).toEqual(text);
      for (const [id, text] of start.bookings) expect(end.bookings.get(id)).toEqual(text);
      expect(end.comments).toEqual(start.comments);
      expect([...end.stops.keys()].toSorted()).toEqual(world.stopIds.toSorted());
      expect([...end.bookings.keys()].toSorted()).toEqual(world.reservationIds.toSorted());
    }),
    RUNS,
  );
});

test("the preview says what the change then does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(DateChange, { minLength: 1, maxLength: 5 }), async (changes) => {
      const { ann, tripId } = await newPlan();
      for (const { start, length, mode } of changes) {
        const { dateMode, ...dates } = datesFrom({ epoch: EPOCH }, start, length, mode);
        const body = { ...dates, mode: dateMode };
        const preview = (await call(tripsApi.previewDates, { params: { tripId }, body }, as(ann))).data;
        const before = await readTrip(ann, tripId);
        const after = await patchTrip(ann, tripId, { ...dates, dateMode });
        const known = await knownDays(tripId, before, after);
        expect(preview).toEqual({
          ...difference(before, after, known),
          ...bookings(before, after, dateMode),
        });
      }
    }),
    RUNS,
  );
});

/** Returns the days that were retired before the change and not created by it. */
async function knownDays(tripId: string, before: TripDto, after: TripDto): Promise<Set<string>> {
  const rows = await freshDatabase().drizzle.select().from(days).where(eq(days.tripId, tripId));
  const live = new Set(before.days.map(({ id }) => id));
  const made = new Set(after.days.filter(({ version }) => version === 1).map(({ id }) => id));
  return new Set(rows.map(({ id }) => id).filter((id) => !live.has(id) && !made.has(id)));
}

function brief({ id, date, title }: TripDto["days"][number]) {
  return { id, date, title };
}

/** Computes the expected preview from two snapshots. */
function difference(
  before: TripDto,
  after: TripDto,
  retiredBefore: Set<string>,
): Omit<DatesPreview, keyof Booked> {
  const old = new Map(before.days.map((day) => [day.id, day]));
  const live = new Set(after.days.map(({ id }) => id));
  const fresh = after.days.filter(({ id }) => !old.has(id));
  const moved = after.days.flatMap(({ id, date, title }) => {
    const from = old.get(id)?.date;
    return from === undefined || from === date ? [] : [{ id, from, to: date, title }];
  });
  const leaving = before.days.filter(({ id }) => !live.has(id));
  return {
    addedDates: fresh.filter(({ id }) => !retiredBefore.has(id)).map(({ date }) => date),
    revivedDays: fresh.filter(({ id }) => retiredBefore.has(id)).map(brief),
    shiftedDays: moved,
    retiredDays: leaving.map(brief),
    stopsToIdeas: leaving.flatMap((day) =>
      before.stops
        .filter(({ dayId }) => dayId === day.id)
        .map(({ id, name }) => ({ id, name, date: day.date })),
    ),
  };
}

type Booked = Pick<DatesPreview, "shiftedReservations" | "keptReservations">;

/** Computes the expected preview for the reservations. */
function bookings(before: TripDto, after: TripDto, mode: "keep" | "shift"): Booked {
  const now = new Map(after.reservations.map((row) => [row.id, row]));
  const found: Booked = { shiftedReservations: [], keptReservations: [] };
  for (const { id, title, start } of before.reservations) {
    const row = now.get(id);
    const span = row && dateSpan(row);
    if (!start || !row?.start || !span) continue;
    const [from, to] = [start.local.slice(0, 10), row.start.local.slice(0, 10)];
    const isOutside = span.first < (after.startDate ?? "") || span.last > (after.endDate ?? "9999");
    const stays = mode === "shift" && before.startDate !== after.startDate && from === to;
    if (from !== to) found.shiftedReservations.push({ id, title, from, to });
    if (isOutside || stays) found.keptReservations.push({ id, title, date: to, isOutside });
  }
  return found;
}

test("kept dates that go and come back bring every day back as it was", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(DateChange, { maxLength: 6 }), async (changes) => {
      const { ann, tripId } = await newPlan();
      const before = await readTrip(ann, tripId);
      for (const { start, length } of changes) {
        await patchTrip(ann, tripId, datesFrom({ epoch: EPOCH }, start, length, 0));
      }
      const { startDate, endDate } = before;
      const after = await patchTrip(ann, tripId, { startDate, endDate });
      expect(withoutCounters(after).days).toEqual(withoutCounters(before).days);
    }),
    RUNS,
  );
});

test("undoing every change, newest first, is the way back; undoing those undos is the way forth", async () => {
  const kinds = [
    "setDates",
    "setDates",
    "clearDates",
    "moveStop",
    "addStop",
    "editStop",
    "deleteStop",
    "editDay",
    "addReservation",
    "editReservation",
    "deleteReservation",
  ] as const;
  await fc.assert(
    fc.asyncProperty(randomSteps(kinds, 7), async (steps) => {
      const own = await newPlan();
      const { ann, tripId } = own;
      const first = await readTrip(ann, tripId);
      const ids = first.stops.map(({ id }) => id);
      const world = { ...worldOf(own, ids), reservationIds: first.reservations.map(({ id }) => id) };
      const states = [withoutCounters(first)];
      const seqs: number[] = [];
      for (const each of steps) {
        const before = await readTrip(ann, tripId);
        await perform(world, before, each);
        const after = await readTrip(ann, tripId);
        if (after.seq === before.seq) continue;
        seqs.push(after.seq);
        states.push(withoutCounters(after));
      }
      const undos: number[] = [];
      for (const seq of seqs.toReversed()) {
        undos.unshift(await undo(own, seq));
        expect(withoutCounters(await readTrip(ann, tripId))).toEqual(states[seqs.length - undos.length]);
      }
      for (const [index, seq] of undos.entries()) {
        await undo(own, seq);
        expect(withoutCounters(await readTrip(ann, tripId))).toEqual(states[index + 1]);
      }
    }),
    RUNS,
  );
});

async function undo({ ann, tripId }: Plan, seq: number): Promise<number> {
  return expectWritten(
    await send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: ann.token }),
  );
}
