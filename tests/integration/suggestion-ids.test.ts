import { describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { eventsApi } from "#lib/shared/api/events.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import { newReservation } from "#tests/factories/bookings.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { newComment, newItem, newStop, newSuggestion, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectInvalid, expectWritten } from "#tests/helpers/refusals.ts";

/* A suggested creation makes exactly what it shows: its id never restores another row. */

const IN_USE = "This id is in use. Send a new UUID of version 7.";

const stopLine = (id: string, name = "Nice café"): SuggestedChange => ({
  op: "stops.create",
  input: { id, dayId: null, name },
});
const bookingLine = (id: string): SuggestedChange => ({
  op: "reservations.create",
  input: { id, kind: "restaurant", title: "Sushi" },
});
const itemLine = (id: string): SuggestedChange => ({
  op: "items.create",
  input: { id, list: "packing", text: "Hat" },
});

function suggest({ tripId, viewer }: TripFixture, changes: SuggestedChange[]): Promise<RawAnswer> {
  return send(suggestionsApi.create, { params: { tripId }, body: { changes }, token: viewer.token });
}

function accept({ tripId, editor }: TripFixture, suggestionId: string): Promise<RawAnswer> {
  const params = { tripId, suggestionId };
  return send(suggestionsApi.accept, { params, body: {}, token: editor.token });
}

function undo({ token }: Person, tripId: string, seq: number): Promise<RawAnswer> {
  return send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token });
}

function expectTakenAlready(sent: RawAnswer): void {
  const message = "What a line creates is in the trip already. Leave it out, or dismiss it.";
  expect(sent).toMatchObject({
    status: 422,
    body: { code: "VALIDATION_FAILED", issues: [{ path: "lines", message }] },
  });
}

describe("suggesting under an id that is used is refused by its place", () => {
  test("for what was deleted of each kind, which stays deleted", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, stop } = scene;
    const { token } = owner;
    const booking = await newReservation(owner, tripId);
    const item = await newItem(owner, tripId);
    await send(stopsApi.delete, { params: { tripId, stopId: stop.id }, token });
    await send(reservationsApi.delete, { params: { tripId, reservationId: booking.id }, token });
    await send(itemsApi.delete, { params: { tripId, itemId: item.id }, token });
    const sent = await suggest(scene, [
      stopLine(uuidv7()),
      stopLine(stop.id.toUpperCase()),
      bookingLine(booking.id),
      itemLine(item.id),
    ]);
    expectInvalid(
      sent,
      ["changes.1.input.id", IN_USE],
      ["changes.2.input.id", IN_USE],
      ["changes.3.input.id", IN_USE],
    );
    expect(await readTrip(owner, tripId)).toMatchObject({ stops: [], reservations: [], suggestions: [] });
  });

  test("for what is there, what is another trip's, and what is no stop at all", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, stranger, stop } = scene;
    const elsewhere = await newStop(stranger, await newTrip(stranger));
    const comment = await newComment(owner, tripId, { id: uuidv7() });
    const ids = [stop.id, elsewhere.id, comment.id];
    expectInvalid(
      await suggest(
        scene,
        ids.map((id) => stopLine(id)),
      ),
      ...ids.map((_, index): [string, string] => [`changes.${index}.input.id`, IN_USE]),
    );
  });

  test("for what a line before creates", async () => {
    const id = uuidv7();
    const sent = await suggest(await newTripFixture(), [stopLine(id), stopLine(id, "Tea house")]);
    expectInvalid(sent, ["changes.1.input.id", IN_USE]);
  });
});

test("a suggestion that is sent again after it was taken is the same one", async () => {
  const scene = await newTripFixture();
  const { tripId, viewer } = scene;
  const given = { id: uuidv7(), changes: [stopLine(uuidv7())] };
  const made = await newSuggestion(viewer, tripId, given);
  expectWritten(await accept(scene, made.id));
  expect(await newSuggestion(viewer, tripId, given)).toMatchObject({ id: made.id, status: "accepted" });
});

test("of two suggestions under one id, only the one that made it brings it back", async () => {
  const scene = await newTripFixture();
  const { tripId, viewer, editor } = scene;
  const id = uuidv7();
  const cafe = await newSuggestion(viewer, tripId, { changes: [stopLine(id)] });
  const tea = await newSuggestion(viewer, tripId, { changes: [stopLine(id, "Tea house")] });
  const seq = expectWritten(await accept(scene, cafe.id));
  expectTakenAlready(await accept(scene, tea.id));
  expectWritten(await undo(editor, tripId, seq));
  expectTakenAlready(await accept(scene, tea.id));
  expectWritten(await accept(scene, cafe.id));
  const { stops, suggestions } = await readTrip(editor, tripId);
  expect(stops.find((stop) => stop.id === id)?.name).toBe("Nice café");
  expect(suggestions.map((open) => open.id)).toEqual([tea.id]);
});

test("what somebody made and deleted under the id since the suggestion stays deleted", async () => {
  const scene = await newTripFixture();
  const { tripId, viewer, owner } = scene;
  const id = uuidv7();
  const made = await newSuggestion(viewer, tripId, { changes: [stopLine(id)] });
  await newStop(owner, scene.trip, { id, name: "Casino" });
  await send(stopsApi.delete, { params: { tripId, stopId: id }, token: owner.token });
  expectTakenAlready(await accept(scene, made.id));
  expect((await readTrip(owner, tripId)).stops.map(({ name }) => name)).not.toContain("Casino");
});

test("what an undo took back comes again with its suggestion, of each kind and as often as one likes", async () => {
  const scene = await newTripFixture();
  const { tripId, viewer, editor } = scene;
  const ids = [uuidv7(), uuidv7(), uuidv7()] as const;
  const changes = [stopLine(ids[0]), bookingLine(ids[1]), itemLine(ids[2])];
  const made = await newSuggestion(viewer, tripId, { changes });
  for (let turn = 0; turn < 3; turn++) {
    const seq = expectWritten(await accept(scene, made.id));
    const { stops, reservations, items } = await readTrip(editor, tripId);
    const there = new Set([...stops, ...reservations, ...items].map(({ id }) => id));
    expect(ids.filter((id) => there.has(id))).toEqual(ids);
    expectWritten(await undo(editor, tripId, seq));
  }
});
