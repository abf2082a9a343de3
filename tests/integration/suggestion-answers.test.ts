import { describe, expect, test } from "vitest";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newSuggestion, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";

describe("answering otherwise", () => {
  test("an editor dismisses with a word; then nobody can accept it", async () => {
    const scene = await newTripFixture();
    const { tripId, viewer, editor } = scene;
    const made = await newSuggestion(viewer, tripId);
    const params = { tripId, suggestionId: made.id };
    const sent = await send(suggestionsApi.dismiss, {
      params,
      body: { note: "Too far." },
      token: editor.token,
    });
    expect(sent.body).toMatchObject({
      status: "dismissed",
      answer: "Too far.",
      lines: [{ isAccepted: false }],
    });
    const accepted = await send(suggestionsApi.accept, { params, body: {}, token: editor.token });
    expect(accepted).toMatchObject({ status: 409, body: { code: "NOT_OPEN" } });
    const listed = await send(suggestionsApi.list, { params: { tripId }, token: viewer.token });
    expect(listed.body).toEqual([sent.body]);
  });

  test("only its author takes it back", async () => {
    const { tripId, viewer, editor } = await newTripFixture();
    const made = await newSuggestion(viewer, tripId);
    const params = { tripId, suggestionId: made.id };
    expect(await send(suggestionsApi.withdraw, { params, token: editor.token })).toMatchObject({
      status: 403,
    });
    const sent = await send(suggestionsApi.withdraw, { params, token: viewer.token });
    expect(sent.body).toMatchObject({ status: "withdrawn" });
    expect((await readTrip(viewer, tripId)).suggestions).toEqual([]);
  });

  test("an archived trip takes none", async () => {
    const { tripId, viewer, owner } = await newTripFixture();
    await send(tripsApi.archive, { params: { tripId }, token: owner.token });
    const body = { changes: [{ op: "trips.update", input: { title: "Nara" } }] };
    const sent = await send(suggestionsApi.create, { params: { tripId }, body, token: viewer.token });
    expect(sent).toMatchObject({ status: 409, body: { code: "ARCHIVED" } });
  });
});
