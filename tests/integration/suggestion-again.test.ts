import { describe, expect, test } from "vitest";
import { eventsApi } from "#lib/shared/api/events.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { newSuggestion, readTrip } from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectWritten } from "#tests/helpers/refusals.ts";

function accept({ tripId, editor }: TripFixture, suggestionId: string): Promise<RawAnswer> {
  const params = { tripId, suggestionId };
  return send(suggestionsApi.accept, { params, body: {}, token: editor.token });
}

function undo({ token }: Person, tripId: string, seq: number): Promise<RawAnswer> {
  return send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token });
}

async function statusOf({ owner, tripId }: TripFixture): Promise<string[]> {
  return (await readTrip(owner, tripId)).suggestions.map(({ status }) => status);
}

describe("a suggestion that was accepted, and the acceptance undone,", () => {
  const LINES: readonly [string, (scene: TripFixture) => SuggestedChange][] = [
    ["changes", ({ stop }) => ({ op: "stops.update", entityId: stop.id, input: { name: "Nanzen-ji" } })],
    [
      "moves",
      ({ stop, trip }) => ({
        op: "stops.move",
        entityId: stop.id,
        input: { dayId: trip.days[2]?.id, afterId: null },
      }),
    ],
    ["deletes", ({ stop }) => ({ op: "stops.delete", entityId: stop.id, input: {} })],
  ];

  test.each(LINES)(
    "%s anew as often as one likes, since nobody else has changed anything",
    async (_, line) => {
      const scene = await newTripFixture();
      const { tripId, viewer, editor } = scene;
      const { id } = await newSuggestion(viewer, tripId, { changes: [line(scene)] });
      for (let round = 0; round < 2; round++) {
        const seq = expectWritten(await accept(scene, id));
        expectWritten(await undo(editor, tripId, seq));
      }
      expectWritten(await accept(scene, id));
      expect(await statusOf(scene)).toEqual([]);
    },
  );

  test.each(LINES)("%s nothing that somebody has changed since", async (_, line) => {
    const scene = await newTripFixture();
    const { tripId, viewer, editor, owner, stop, trip } = scene;
    const { id } = await newSuggestion(viewer, tripId, { changes: [line(scene)] });
    const seq = expectWritten(await accept(scene, id));
    expectWritten(await undo(editor, tripId, seq));
    const params = { tripId, stopId: stop.id };
    const { token } = owner;
    const move = { params, token, body: { dayId: trip.days[1]?.id, afterId: null } };
    expectWritten(await send(stopsApi.update, { params, token, body: { name: "Ginkaku-ji" } }));
    expectWritten(await send(stopsApi.move, move));
    expect(await accept(scene, id)).toMatchObject({ status: 409, body: { code: "FIELD_CONFLICT" } });
    expect(await statusOf(scene)).toEqual(["open"]);
  });
});

test("a suggestion that was withdrawn is its author's to open again, and nobody else's", async () => {
  const scene = await newTripFixture();
  const { tripId, viewer, editor, stop } = scene;
  const changes: SuggestedChange[] = [
    { op: "stops.update", entityId: stop.id, input: { name: "Nanzen-ji" } },
  ];
  const { id } = await newSuggestion(viewer, tripId, { changes });
  const withdraw = { params: { tripId, suggestionId: id }, token: viewer.token };
  const seq = expectWritten(await send(suggestionsApi.withdraw, withdraw));
  expect(await undo(editor, tripId, seq)).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  expect(await statusOf(scene)).toEqual([]);
  const again = expectWritten(await undo(viewer, tripId, seq));
  expect(await statusOf(scene)).toEqual(["open"]);
  expect(await undo(editor, tripId, again)).toMatchObject({ status: 403 });
  expectWritten(await undo(viewer, tripId, again));
  expect(await statusOf(scene)).toEqual([]);
});
