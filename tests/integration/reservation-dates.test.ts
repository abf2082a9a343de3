import { expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { DatesPreview } from "#lib/shared/days.ts";
import type { NewReservation, ReservationDto } from "#lib/shared/reservations.ts";
import type { TripDto, TripPatch } from "#lib/shared/trips.ts";
import { newAttachment, newReservation } from "#tests/factories/bookings.ts";
import { newPerson } from "#tests/factories/people.ts";
import {
  as,
  historyAfter,
  newComment,
  newStop,
  newTrip,
  patchTrip,
  readTrip,
} from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { withoutCounters } from "#tests/helpers/uncounted-trip.ts";

const TOKYO = "Asia/Tokyo";
const DATES = { startDate: "2027-06-01", endDate: "2027-06-03" };

/** Creates three days in June with one reservation of each kind that a change of dates handles differently. */
async function newPlan() {
  const ann = await newPerson();
  const { id: tripId } = await newTrip(ann, DATES);
  const add = (title: string, fields: Partial<NewReservation>) =>
    newReservation(ann, tripId, { kind: "other", title, end: null, ...fields });
  const flight = await add("flight", {
    kind: "flight",
    start: { local: "2027-06-01T17:25", zone: TOKYO },
    end: { local: "2027-06-01T10:25", zone: "America/Los_Angeles" },
  });
  const hotel = await add("hotel", {
    kind: "lodging",
    confirmation: "K7",
    start: { local: "2027-06-01", zone: TOKYO },
    end: { local: "2027-06-03", zone: TOKYO },
  });
  const dinner = await add("dinner", { start: { local: "2027-06-03T19:00", zone: TOKYO } });
  const undated = await add("undated", { start: null });
  const change = (body: TripPatch) => patchTrip(ann, tripId, body);
  const preview = async (mode: "keep" | "shift", dates: Pick<TripPatch, "startDate" | "endDate">) => {
    const { startDate = null, endDate = null } = dates;
    const body = { startDate, endDate, mode };
    return (await call(tripsApi.previewDates, { params: { tripId }, body }, as(ann))).data;
  };
  return { ann, tripId, flight, hotel, dinner, undated, change, preview };
}

type Said = Pick<DatesPreview, "shiftedReservations" | "keptReservations">;

function saidOf({ shiftedReservations, keptReservations }: DatesPreview): Said {
  return { shiftedReservations, keptReservations };
}

function startsOf({ reservations }: TripDto): [string, string | undefined, string | undefined][] {
  return reservations.map(({ title, start, end }) => [title, start?.local, end?.local]);
}

function brief({ id, title }: ReservationDto) {
  return { id, title };
}

test("what nobody confirmed moves along by whole days, its clocks and zones kept; what is confirmed stays", async () => {
  const { flight, hotel, dinner, change, preview } = await newPlan();
  const later = { startDate: "2027-06-04", endDate: "2027-06-06" };
  expect(saidOf(await preview("shift", later))).toEqual({
    shiftedReservations: [
      { ...brief(flight), from: "2027-06-01", to: "2027-06-04" },
      { ...brief(dinner), from: "2027-06-03", to: "2027-06-06" },
    ],
    keptReservations: [{ ...brief(hotel), date: "2027-06-01", isOutside: true }],
  });
  const after = await change({ ...later, dateMode: "shift" });
  expect(startsOf(after)).toEqual([
    ["hotel", "2027-06-01", "2027-06-03"],
    ["flight", "2027-06-04T17:25", "2027-06-04T10:25"],
    ["dinner", "2027-06-06T19:00", undefined],
    ["undated", undefined, undefined],
  ]);
  expect(after.reservations[1]).toEqual({
    ...flight,
    start: { local: "2027-06-04T17:25", zone: TOKYO },
    end: { local: "2027-06-04T10:25", zone: "America/Los_Angeles" },
    version: 2,
    updatedAt: expect.any(String),
  });
  expect(after.reservations[0]).toEqual(hotel);
});

test("dates that are kept move nothing, and say what ends up outside", async () => {
  const { dinner, hotel, change, preview, ann, tripId } = await newPlan();
  const shorter = { startDate: "2027-06-01", endDate: "2027-06-02" };
  expect(saidOf(await preview("keep", shorter))).toEqual({
    shiftedReservations: [],
    keptReservations: [
      { ...brief(hotel), date: "2027-06-01", isOutside: true },
      { ...brief(dinner), date: "2027-06-03", isOutside: true },
    ],
  });
  const before = await readTrip(ann, tripId);
  expect((await change(shorter)).reservations).toEqual(before.reservations);
  expect((await change({ startDate: null, endDate: null })).reservations).toEqual(before.reservations);
});

test("a plan that moves and shrinks says of those that move which come to lie outside", async () => {
  const { flight, hotel, dinner, preview } = await newPlan();
  const moved = { startDate: "2027-06-02", endDate: "2027-06-03" };
  expect(saidOf(await preview("shift", moved))).toEqual({
    shiftedReservations: [
      { ...brief(flight), from: "2027-06-01", to: "2027-06-02" },
      { ...brief(dinner), from: "2027-06-03", to: "2027-06-04" },
    ],
    keptReservations: [
      { ...brief(hotel), date: "2027-06-01", isOutside: true },
      { ...brief(dinner), date: "2027-06-04", isOutside: true },
    ],
  });
});

test("a trip without dates has no outside, and the first dates move nothing", async () => {
  const { change, preview, ann, tripId } = await newPlan();
  expect(saidOf(await preview("keep", { startDate: null, endDate: null }))).toEqual({
    shiftedReservations: [],
    keptReservations: [],
  });
  const before = await readTrip(ann, tripId);
  await change({ startDate: null, endDate: null });
  const dated = await change({ startDate: "2027-07-01", endDate: "2027-07-05", dateMode: "shift" });
  expect(dated.reservations).toEqual(before.reservations);
});

test("a booking stays where it could not be on its new dates", async () => {
  const ann = await newPerson();
  const zone = "Europe/Berlin";
  const { id: tripId } = await newTrip(ann, { startDate: "2027-03-27", endDate: "2027-03-27" });
  // On the 28th the clocks change and 02:30 does not exist, so this begins at 03:30.
  const odd = await newReservation(ann, tripId, {
    start: { local: "2027-03-27T02:30", zone },
    end: { local: "2027-03-27T03:10", zone },
  });
  const after = await patchTrip(ann, tripId, {
    startDate: "2027-03-28",
    endDate: "2027-03-28",
    dateMode: "shift",
  });
  expect(after.reservations).toEqual([odd]);
});

test("a shortened trip loses nothing, and one undo brings all of it back, also after other edits elsewhere", async () => {
  const { ann, tripId, dinner, hotel, change } = await newPlan();
  const trip = await readTrip(ann, tripId);
  const stop = await newStop(ann, trip, { dayId: trip.days[2]?.id ?? null, name: "Last" });
  const targets = [
    { kind: "stop" as const, id: stop.id },
    { kind: "reservation" as const, id: dinner.id },
    { kind: "trip" as const, id: tripId },
  ];
  for (const target of targets) await newComment(ann, tripId, { target });
  await newAttachment(ann, tripId, { target: { kind: "reservation", id: dinner.id } });
  const before = await readTrip(ann, tripId);
  const after = await change({ startDate: "2027-06-11", endDate: "2027-06-12", dateMode: "shift" });
  expect(after.stops).toMatchObject([
    { id: stop.id, dayId: null, formerDate: "2027-06-03", commentCount: 1 },
  ]);
  expect(after.attachments).toEqual(before.attachments);
  const params = { tripId, reservationId: hotel.id };
  await send(reservationsApi.update, { params, token: ann.token, body: { notes: "Late" } });
  const noted = await send(reservationsApi.update, {
    params: { tripId, reservationId: dinner.id },
    token: ann.token,
    body: { confirmation: "D9" },
  });
  await newStop(ann, after, { dayId: null, name: "Idea" });
  const undone = await send(eventsApi.undo, {
    params: { tripId, seq: String(after.seq) },
    token: ann.token,
  });
  expect(undone.status, undone.text).toBe(200);
  const back = withoutCounters(await readTrip(ann, tripId));
  const was = withoutCounters(before);
  expect(back.days).toEqual(was.days);
  expect(back.stops.filter(({ name }) => name !== "Idea")).toEqual(was.stops);
  const edits = new Map<string, object>([
    [hotel.id, { notes: "Late" }],
    [dinner.id, { confirmation: "D9" }],
  ]);
  for (const row of was.reservations) {
    expect(back.reservations).toContainEqual({ ...row, ...edits.get(row.id) });
  }
  expect(back.reservations).toHaveLength(was.reservations.length);
  expect(noted.status).toBe(200);
  for (const target of targets) {
    const query = { target: `${target.kind}:${target.id}` };
    const { data } = await call(commentsApi.list, { params: { tripId }, query }, as(ann));
    expect(data).toHaveLength(1);
  }
});

test("it is one write, with one event for each booking that moved", async () => {
  const { ann, tripId, flight, dinner, change } = await newPlan();
  const { seq } = await readTrip(ann, tripId);
  await change({ startDate: "2027-06-02", endDate: "2027-06-04", dateMode: "shift" });
  const events = (await historyAfter(ann, tripId, seq)).filter((event) => event.op === "reservation.updated");
  expect(events.map(({ entityId, changes }) => [entityId, Object.keys(changes ?? {}).toSorted()])).toEqual([
    [flight.id, ["end", "start"]],
    [dinner.id, ["start"]],
  ]);
  expect(new Set(events.map(({ groupId }) => groupId)).size).toBe(1);
});
