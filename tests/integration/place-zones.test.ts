import { describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { decisionsApi } from "#lib/shared/api/decisions.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { daysApi } from "#lib/shared/api/days.ts";
import type { NewStop, StopDto, StopPatch } from "#lib/shared/stops.ts";
import type { NewTrip } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import {
  as,
  historyAfter,
  newDecision,
  newStop,
  newTrip,
  patchTrip,
  readTrip,
} from "#tests/factories/trips.ts";
import { recordStatements } from "#tests/helpers/statements.ts";

const KYOTO = { lat: 35.0116, lng: 135.7681 };
const SEOUL = { lat: 37.5665, lng: 126.978 };
const PARIS = { lat: 48.8566, lng: 2.3522 };
const PHOENIX = { lat: 33.4484, lng: -112.074 };
const BRISBANE = { lat: -27.4698, lng: 153.0251 };
const PERTH = { lat: -31.9523, lng: 115.8613 };
const BERLIN = { lat: 52.52, lng: 13.405 };

async function inJapan(stop: Partial<NewStop> = {}) {
  const person = await newPerson();
  const trip = await newTrip(person);
  return { person, trip, stop: await newStop(person, trip, stop) };
}

async function patch(person: Person, tripId: string, stopId: string, body: StopPatch): Promise<StopDto> {
  return (await call(stopsApi.update, { params: { tripId, stopId }, body }, as(person))).data;
}

test("a trip to a place with coordinates keeps that place's time, whatever clock its maker has", async () => {
  const person = await newPerson();
  const destination = { name: "Kyoto", ...KYOTO };
  const trip = await newTrip(person, { destination, timezone: "Europe/Berlin" });
  expect(trip).toMatchObject({
    timezone: "Asia/Tokyo",
    destination: { ...destination, timezone: "Asia/Tokyo" },
  });
  expect(await readTrip(person, trip.id)).toMatchObject({ timezone: "Asia/Tokyo" });
  const moved = await patchTrip(person, trip.id, { destination: { name: "Paris", ...PARIS } });
  expect(moved).toMatchObject({ timezone: "Europe/Paris", destination: { timezone: "Europe/Paris" } });
});

test("what is sent goes before what is worked out, and a name alone says nothing of time", async () => {
  const person = await newPerson();
  const destination = { name: "Kyoto", ...KYOTO, timezone: "Asia/Seoul" };
  expect(await newTrip(person, { destination })).toMatchObject({ timezone: "Asia/Seoul", destination });
  const named = await newTrip(person, { destination: { name: "Paris" }, timezone: "Europe/Berlin" });
  expect(named).toMatchObject({ timezone: "Europe/Berlin", destination: { name: "Paris" } });
});

test("a stop has a zone of its own only where its clock shows something else than the trip's", async () => {
  const { person, trip, stop } = await inJapan({ place: KYOTO });
  expect(stop.timezone).toBeNull();
  // Korea's time zone has the same offset, so none is stored.
  expect((await newStop(person, trip, { place: SEOUL })).timezone).toBeNull();
  expect((await newStop(person, trip, { place: PARIS })).timezone).toBe("Europe/Paris");
  expect((await newStop(person, trip, { place: PARIS, dayId: null })).timezone).toBe("Europe/Paris");
  const seen = await readTrip(person, trip.id);
  expect(seen.stops.filter(({ timezone }) => timezone === "Europe/Paris")).toHaveLength(2);
  expect(seen.stops.filter(({ timezone }) => timezone === null)).toHaveLength(2);
});

test("zones whose clocks agree for half a year are compared on all days of the trip", async () => {
  const person = await newPerson();
  const around = async (dates: Partial<NewTrip>) => {
    const trip = await newTrip(person, { timezone: "America/Denver", ...dates });
    const dayId = trip.days[0]?.id ?? null;
    const { timezone } = await newStop(person, trip, { place: PHOENIX, dayId });
    const moved = await newStop(person, trip, { dayId });
    expect((await patch(person, trip.id, moved.id, { place: PHOENIX })).timezone).toBe(timezone);
    return timezone;
  };
  expect(await around({ startDate: "2027-01-04", endDate: "2027-01-20" })).toBeNull();
  expect(await around({ startDate: "2027-03-08", endDate: "2027-03-20" })).toBe("America/Phoenix");
  expect(await around({ startDate: undefined, endDate: undefined })).toBe("America/Phoenix");
});

test("a day with a zone of its own is what its stops are judged by", async () => {
  const { person, trip } = await inJapan();
  const dayId = trip.days[0]?.id ?? "";
  await call(
    daysApi.update,
    { params: { tripId: trip.id, dayId }, body: { timezone: "Europe/Paris" } },
    as(person),
  );
  expect((await newStop(person, trip, { place: BERLIN })).timezone).toBeNull();
  expect((await newStop(person, trip, { place: KYOTO })).timezone).toBe("Asia/Tokyo");
});

test("a stop that gets another place gets that one's zone, and undo gives both back", async () => {
  const { person, trip, stop } = await inJapan();
  const paris = await patch(person, trip.id, stop.id, { place: PARIS });
  expect(paris).toMatchObject({ place: PARIS, timezone: "Europe/Paris" });
  const { seq } = await readTrip(person, trip.id);
  expect(await patch(person, trip.id, stop.id, { place: KYOTO })).toMatchObject({ timezone: null });
  expect(await patch(person, trip.id, stop.id, { place: PARIS })).toMatchObject({ timezone: "Europe/Paris" });
  expect(await patch(person, trip.id, stop.id, { place: null })).toMatchObject({
    place: null,
    timezone: null,
  });
  for (const undone of [seq + 3, seq + 2, seq + 1]) {
    await call(eventsApi.undo, { params: { tripId: trip.id, seq: String(undone) } }, as(person));
  }
  expect((await readTrip(person, trip.id)).stops[0]).toMatchObject({
    place: PARIS,
    timezone: "Europe/Paris",
  });
});

test("a stop with times keeps its clock: another place must not make another moment of them", async () => {
  const { person, trip, stop } = await inJapan({ startTime: "10:00" });
  expect(await patch(person, trip.id, stop.id, { place: PARIS })).toMatchObject({ timezone: null });
  const untimed = await newStop(person, trip, { place: PARIS });
  const timed = await patch(person, trip.id, untimed.id, { startTime: "10:00" });
  expect(timed.timezone).toBe("Europe/Paris");
  expect(await patch(person, trip.id, untimed.id, { place: null })).toMatchObject({
    timezone: "Europe/Paris",
  });
});

test("a destination that is only described anew, or a clock that somebody chose, stays", async () => {
  const person = await newPerson();
  const trip = await newTrip(person, { destination: { name: "Kyoto", ...KYOTO } });
  await patchTrip(person, trip.id, { timezone: "Europe/Berlin" });
  const described = await patchTrip(person, trip.id, { destination: { name: "京都", ...KYOTO } });
  expect(described).toMatchObject({ timezone: "Europe/Berlin", destination: { timezone: "Asia/Tokyo" } });
  const elsewhere = await patchTrip(person, trip.id, { destination: { name: "Paris", ...PARIS } });
  expect(elsewhere).toMatchObject({ timezone: "Europe/Berlin", destination: { timezone: "Europe/Paris" } });
});

test("a zone that a person chose stays", async () => {
  const { person, trip, stop } = await inJapan({ place: PARIS, timezone: null });
  expect(stop.timezone).toBeNull();
  // The same coordinates with an added address count as the same place.
  const described = await patch(person, trip.id, stop.id, { place: { ...PARIS, address: "Paris" } });
  expect(described.timezone).toBeNull();
  const both = await patch(person, trip.id, stop.id, { place: BERLIN, timezone: "Europe/London" });
  expect(both.timezone).toBe("Europe/London");
  expect(await patch(person, trip.id, stop.id, { place: KYOTO })).toMatchObject({
    timezone: "Europe/London",
  });
  expect(await patch(person, trip.id, stop.id, { place: null })).toMatchObject({ timezone: "Europe/London" });
});

test("moving a stop to another day leaves its zone alone", async () => {
  const { person, trip, stop } = await inJapan({ place: PARIS });
  const params = { tripId: trip.id, stopId: stop.id };
  const body = { dayId: trip.days[1]?.id ?? null, afterId: null };
  expect((await call(stopsApi.move, { params, body }, as(person))).data.timezone).toBe("Europe/Paris");
});

/**
 * Creates a trip in Japan whose first day is still spent in Paris, with two stops that need no time zone of their own
 * that day.
 */
async function stillInParis() {
  const person = await newPerson();
  const trip = await newTrip(person);
  const [paris, japan] = trip.days.map(({ id }) => id);
  const params = { tripId: trip.id, dayId: paris ?? "" };
  await call(daysApi.update, { params, body: { timezone: "Europe/Paris" } }, as(person));
  const louvre = await newStop(person, trip, { name: "Louvre", place: PARIS, startTime: "09:00" });
  const call9 = await newStop(person, trip, { name: "Call", startTime: "09:00" });
  expect([louvre.timezone, call9.timezone]).toEqual([null, null]);
  const move = async (stop: StopDto, dayId: string | null | undefined) => {
    const body = { dayId: dayId ?? null, afterId: null };
    return (await call(stopsApi.move, { params: { tripId: trip.id, stopId: stop.id }, body }, as(person)))
      .data;
  };
  return { person, trip, paris, japan, louvre, call9, move };
}

describe("a stop that leaves a day with another zone than the trip's", () => {
  test("keeps the clock of its place, which it once lost, until the move is undone", async () => {
    const { person, trip, paris, japan, louvre, call9, move } = await stillInParis();
    // A stop without a place, and a stop whose time zone a person has removed, use the zone of their day.
    const chosen = await newStop(person, trip, { name: "Chosen", place: PHOENIX, timezone: null });
    for (const stop of [chosen, call9]) expect((await move(stop, japan)).timezone).toBeNull();
    expect(await move(louvre, japan)).toMatchObject({ dayId: japan, timezone: "Europe/Paris" });
    const { seq } = await readTrip(person, trip.id);
    await call(eventsApi.undo, { params: { tripId: trip.id, seq: String(seq) } }, as(person));
    const undone = (await readTrip(person, trip.id)).stops.find(({ id }) => id === louvre.id);
    expect(undone).toMatchObject({ dayId: paris, timezone: null });
    expect(await move(louvre, null)).toMatchObject({ dayId: null, timezone: "Europe/Paris" });
  });

  test("keeps it in Ideas too, when the day goes or another stop wins", async () => {
    const { person, trip, japan, louvre } = await stillInParis();
    const { seq } = await readTrip(person, trip.id);
    await patchTrip(person, trip.id, { startDate: "2026-11-15", endDate: "2026-11-18" });
    const ofLouvre = (await historyAfter(person, trip.id, seq)).filter(
      (event) => "entityId" in event && event.entityId === louvre.id,
    );
    expect(ofLouvre).toMatchObject([
      {
        op: "stop.moved",
        entity: { dayId: null, timezone: "Europe/Paris" },
        changes: { timezone: [null, "Europe/Paris"] },
      },
    ]);
    await call(eventsApi.undo, { params: { tripId: trip.id, seq: String(seq + 1) } }, as(person));
    const orsay = await newStop(person, trip, { name: "Orsay", place: PARIS });
    expect((await readTrip(person, trip.id)).stops.map(({ timezone }) => timezone)).toEqual([
      null,
      null,
      null,
    ]);
    const candidates = [louvre.id, orsay.id];
    const { id: decisionId } = await newDecision(person, trip.id, { candidates, dayId: japan ?? null });
    const params = { tripId: trip.id, decisionId };
    await call(decisionsApi.close, { params, body: { winnerId: louvre.id } }, as(person));
    const { stops } = await readTrip(person, trip.id);
    for (const { id, dayId } of [
      { ...louvre, dayId: japan },
      { ...orsay, dayId: null },
    ]) {
      expect(stops.find((stop) => stop.id === id)).toMatchObject({ dayId, timezone: "Europe/Paris" });
    }
  });

  test("costs a move between days of one zone nothing", async () => {
    const { person, trip, stop } = await inJapan({ place: KYOTO });
    const params = { tripId: trip.id, stopId: stop.id };
    const body = { dayId: trip.days[1]?.id ?? null, afterId: null };
    const said = await recordStatements(() => call(stopsApi.move, { params, body }, as(person)));
    expect(said.filter(({ name }) => name === "select_day")).toHaveLength(1);
  });
});

describe("dates that move over a change of clocks", () => {
  const july = { startDate: "2027-07-05", endDate: "2027-07-15" };
  const december = { startDate: "2027-12-05", endDate: "2027-12-15" };

  test.each(["shift", "keep"] as const)(
    "leave a stop its clock, which it once lost (%s)",
    async (dateMode) => {
      const person = await newPerson();
      const trip = await newTrip(person, { timezone: "Australia/Sydney", ...july });
      const stop = await newStop(person, trip, { place: BRISBANE, startTime: "19:00" });
      const chosen = await newStop(person, trip, { place: PERTH, startTime: "19:00", timezone: null });
      const placeless = await newStop(person, trip, { startTime: "19:00" });
      const usual = await newStop(person, trip, { place: { lat: -33.8688, lng: 151.2093 } });
      const before = await readTrip(person, trip.id);
      expect(stop.timezone).toBeNull();
      const moved = await patchTrip(person, trip.id, { ...december, dateMode });
      const zones = new Map(moved.stops.map(({ id, timezone }) => [id, timezone]));
      expect(zones.get(stop.id)).toBe("Australia/Brisbane");
      // In July, Perth's offset differed from Sydney's, so a person who removed that zone has removed it for all days.
      for (const { id } of [chosen, placeless, usual]) expect(zones.get(id)).toBeNull();
      expect(await readTrip(person, trip.id)).toEqual(moved);
      await call(eventsApi.undo, { params: { tripId: trip.id, seq: String(before.seq + 1) } }, as(person));
      const undone = await readTrip(person, trip.id);
      expect(undone).toMatchObject(july);
      expect(undone.stops.map(({ timezone }) => timezone)).toEqual([null, null, null, null]);
    },
  );

  test("are of no matter to a day whose own zone keeps the stop's clock", async () => {
    const person = await newPerson();
    const trip = await newTrip(person, { timezone: "Australia/Sydney", ...july });
    const [day] = trip.days;
    const params = { tripId: trip.id, dayId: day?.id ?? "" };
    await call(daysApi.update, { params, body: { timezone: "Pacific/Port_Moresby" } }, as(person));
    const stop = await newStop(person, trip, { place: BRISBANE, startTime: "19:00" });
    const moved = await patchTrip(person, trip.id, { ...december, dateMode: "shift" });
    expect(moved.stops.map(({ id, timezone }) => [id, timezone])).toEqual([[stop.id, null]]);
  });

  test("were undone under a stop that had come onto a new day since", async () => {
    const person = await newPerson();
    const dates = { startDate: "2027-09-20", endDate: "2027-09-30" };
    const trip = await newTrip(person, { timezone: "Australia/Sydney", ...dates });
    const stop = await newStop(person, trip, { place: BRISBANE, startTime: "19:00" });
    const before = await readTrip(person, trip.id);
    const longer = await patchTrip(person, trip.id, { ...dates, endDate: "2027-10-08", dateMode: "keep" });
    const params = { tripId: trip.id, stopId: stop.id };
    const body = { dayId: longer.days.at(-1)?.id ?? "", afterId: null };
    await call(stopsApi.move, { params, body }, as(person));
    const undo = { params: { tripId: trip.id, seq: String(before.seq + 1) } };
    const refusal = { status: 409, body: { code: "UNDO_CONFLICT" } };
    await expect(call(eventsApi.undo, undo, as(person))).rejects.toMatchObject(refusal);
    expect((await readTrip(person, trip.id)).stops[0]?.dayId).toBe(body.dayId);
  });
});
