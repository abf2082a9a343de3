import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { eventsApi } from "#lib/shared/api/events.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { balancesByCurrency } from "#lib/shared/balances.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { UndoResult } from "#lib/shared/undo.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newMember, newStop, newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { fileForm } from "#tests/helpers/file-inputs.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectWritten } from "#tests/helpers/refusals.ts";

async function undo(person: Person, tripId: string, seq: number): Promise<UndoResult> {
  const sent = await send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: person.token });
  expect(sent.status, sent.text).toBe(200);
  return UndoResult.parse(sent.body);
}

async function editStop(person: Person, tripId: string, stop: StopDto, body: object): Promise<number> {
  const params = { tripId, stopId: stop.id };
  return expectWritten(await send(stopsApi.update, { params, token: person.token, body }));
}

const gpx = (count: number) =>
  `<gpx version="1.1">${Array.from({ length: count }, (_, n) => `<wpt lat="35.${n + 10}" lon="135"><name>Place ${n}</name></wpt>`).join("")}</gpx>`;

/** Creates a trip whose last write is an import of 20 places. */
async function imported(count = 20) {
  const ann = await newPerson();
  const trip = await newTrip(ann, { startDate: "2027-05-01", endDate: "2027-05-05" });
  const params = { tripId: trip.id };
  const sent = await send(importsApi.create, { params, token: ann.token, form: fileForm(gpx(count)) });
  const seq = expectWritten(sent);
  return { ann, trip: await readTrip(ann, trip.id), seq };
}

const GROUP = `Date,Description,Category,Cost,Currency,Ann,Cho,Dee
2027-05-01,Dinner,General,60.00,EUR,30.00,-30.00,0.00
2027-05-02,Taxi,General,20.00,EUR,10.00,0.00,-10.00
2027-05-03,Tickets,General,40.00,EUR,20.00,-20.00,0.00
2027-05-04,Total balance, , ,EUR,60.00,-50.00,-10.00
`;

const named = (stops: readonly StopDto[], name: string) => {
  const found = stops.find((stop) => stop.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};

describe("undo of an import", () => {
  test("takes what nobody changed since and names the rest; undo of that brings the others back", async () => {
    const { ann, trip, seq } = await imported();
    const ben = await newMember(ann, trip, "editor");
    const edited = named(trip.stops, "Place 7");
    const moved = named(trip.stops, "Place 9");
    const noted = await editStop(ben, trip.id, edited, { notes: "Book ahead." });
    const renamed = await editStop(ben, trip.id, edited, { name: "Seventh" });
    const params = { tripId: trip.id, stopId: moved.id };
    const body = { dayId: trip.days[0]?.id, afterId: null };
    const shifted = expectWritten(await send(stopsApi.move, { params, token: ann.token, body }));

    const { events, kept } = await undo(ann, trip.id, seq);
    expect(events).toHaveLength(18);
    expect(kept).toEqual([
      { kind: "stop", id: edited.id, name: "Seventh", seqs: [noted, renamed] },
      { kind: "stop", id: moved.id, name: "Place 9", seqs: [shifted] },
    ]);
    const after = await readTrip(ann, trip.id);
    expect(after.stops.map(({ name }) => name).toSorted()).toEqual(["Place 9", "Seventh"]);
    expect(named(after.stops, "Seventh").notes).toBe("Book ahead.");

    const again = await undo(ann, trip.id, after.seq);
    expect(again.kept).toEqual([]);
    expect((await readTrip(ann, trip.id)).stops).toHaveLength(20);
  });

  test("is answered again with what stayed", async () => {
    const { ann, trip, seq } = await imported(2);
    await editStop(ann, trip.id, named(trip.stops, "Place 0"), { notes: "x" });
    const undoing = {
      params: { tripId: trip.id, seq: String(seq) },
      token: ann.token,
      headers: { "idempotency-key": uuidv7() },
    };
    const first = await send(eventsApi.undo, undoing);
    expect(UndoResult.parse(first.body).kept).toHaveLength(1);
    expect((await send(eventsApi.undo, undoing)).body).toEqual(first.body);
  });

  test("is refused where all of it was changed since, as ever", async () => {
    const { ann, trip, seq } = await imported(1);
    const changed = await editStop(ann, trip.id, named(trip.stops, "Place 0"), { notes: "x" });
    const sent = await send(eventsApi.undo, {
      params: { tripId: trip.id, seq: String(seq) },
      token: ann.token,
    });
    expect(sent).toMatchObject({
      status: 409,
      body: { code: "UNDO_CONFLICT", details: { seqs: [changed] } },
    });
  });

  test("of expenses leaves the one that was changed and the placeholder that it names, and sums stay zero", async () => {
    const ann = await newPerson({ name: "Ann" });
    const trip = await newTrip(ann, { currency: "EUR" });
    const form = fileForm(GROUP, "group.csv");
    const sent = await send(importsApi.createExpenses, {
      params: { tripId: trip.id },
      token: ann.token,
      form,
    });
    const seq = expectWritten(sent);
    const before = await readTrip(ann, trip.id);
    const taxi = before.expenses.find(({ title }) => title === "Taxi");
    const params = { tripId: trip.id, expenseId: taxi?.id ?? "" };
    expectWritten(
      await send(expensesApi.update, { params, token: ann.token, body: { notes: "Night fare" } }),
    );

    const { kept = [] } = await undo(ann, trip.id, seq);
    const rows = kept.map(({ kind, name }) => `${kind} ${name}`).toSorted();
    expect(rows).toEqual(["expense Taxi", "member Dee"]);
    const after = await readTrip(ann, trip.id);
    expect(after.expenses.map(({ title }) => title)).toEqual(["Taxi"]);
    const present = after.members.filter(({ leftAt }) => leftAt === null).map(({ name }) => name);
    expect(present.toSorted()).toEqual(["Ann", "Dee"]);
    const sums = [...(balancesByCurrency(after).get("EUR")?.values() ?? [])];
    expect(sums.toSorted((a, b) => a - b)).toEqual([-1000, 1000]);
  });
});

describe("undo of a change of dates", () => {
  test("puts back the days and all stops but those that were moved since", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann, { startDate: "2027-05-01", endDate: "2027-05-03" });
    const last = trip.days[2]?.id ?? "";
    const stays = await newStop(ann, trip, { name: "Stays", dayId: last });
    const goes = await newStop(ann, trip, { name: "Goes", dayId: last });
    const { seq } = await patchTrip(ann, trip.id, { startDate: "2027-05-01", endDate: "2027-05-02" });
    const params = { tripId: trip.id, stopId: stays.id };
    const body = { dayId: trip.days[0]?.id, afterId: null };
    const moved = expectWritten(await send(stopsApi.move, { params, token: ann.token, body }));
    const { kept = [] } = await undo(ann, trip.id, seq);
    expect(kept).toEqual([{ kind: "stop", id: stays.id, name: "Stays", seqs: [moved] }]);
    const after = await readTrip(ann, trip.id);
    expect(after.endDate).toBe("2027-05-03");
    expect(named(after.stops, "Goes").dayId).toBe(last);
    expect(named(after.stops, "Stays").dayId).toBe(trip.days[0]?.id);
    expect(goes.dayId).toBe(last);
  });

  test("that brought a day waits for the stops that are on it by now, with the dates that need it", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann, { startDate: "2027-05-01", endDate: "2027-05-02" });
    const wide = await patchTrip(ann, trip.id, { startDate: "2027-05-01", endDate: "2027-05-03" });
    await newStop(ann, wide, { name: "New", dayId: wide.days[2]?.id ?? "" });
    const params = { tripId: trip.id, seq: String(wide.seq) };
    const sent = await send(eventsApi.undo, { params, token: ann.token });
    expect(sent).toMatchObject({ status: 409, body: { code: "UNDO_CONFLICT" } });
    expect((await readTrip(ann, trip.id)).endDate).toBe("2027-05-03");
  });
});

test("undo of an accepted suggestion is whole or nothing: it is open again, or it is not", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const viewer = await newMember(ann, trip, "viewer");
  const [one, two] = [await newStop(ann, trip, { name: "One" }), await newStop(ann, trip, { name: "Two" })];
  const changes = [one, two].map(({ id }) => ({
    op: "stops.update",
    entityId: id,
    input: { notes: "Early." },
  }));
  const params = { tripId: trip.id };
  const made = await send(suggestionsApi.create, { params, token: viewer.token, body: { changes } });
  const { id } = made.body as { id: string };
  const accepted = await send(suggestionsApi.accept, {
    params: { ...params, suggestionId: id },
    token: ann.token,
    body: {},
  });
  const seq = expectWritten(accepted);
  const later = await editStop(ann, trip.id, one, { notes: "Late." });
  const sent = await send(eventsApi.undo, {
    params: { tripId: trip.id, seq: String(seq) },
    token: ann.token,
  });
  expect(sent).toMatchObject({ status: 409, body: { code: "UNDO_CONFLICT", details: { seqs: [later] } } });
  expect(named((await readTrip(ann, trip.id)).stops, "Two").notes).toBe("Early.");
});
