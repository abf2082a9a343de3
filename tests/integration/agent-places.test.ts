// @alone: sets the environment, which the service reads once
import { afterAll, expect, test } from "vitest";
import { startPlacesServer } from "#tests/doubles/place-servers.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { callTool, newToolRun } from "#tests/helpers/agent-tools.ts";

/* With a server for the place search, the agent also finds sights. */

const double = await startPlacesServer();
Object.assign(process.env, { PLACE_SEARCH_PROVIDER: "photon", PLACE_SEARCH_URL: double.url });
afterAll(() => double.stop());

test("sights are found by name, and within 100 m of a point", async () => {
  const { tripId, editor } = await newTripFixture();
  const run = await newToolRun(editor, tripId);
  const { told, cards } = await callTool(run, "search_places", { query: "kiyomizu" });
  const temple = { placeRef: "osm:way/1234", name: "Kiyomizu-dera", kind: "poi", lat: 34.9948, lng: 135.785 };
  expect(told).toMatchObject({ places: expect.arrayContaining([expect.objectContaining(temple)]) });
  expect(told).not.toHaveProperty("note");
  expect(cards).toMatchObject([{ type: "places", places: expect.arrayContaining([expect.anything()]) }]);
  const near = await callTool(run, "find_nearby", { lat: 34.9951, lng: 135.785, query: "kiyomizu" });
  expect(near.told).toMatchObject({ places: [{ ...temple, metersAway: 33 }] });
  expect(near.told).not.toHaveProperty("note");
  const far = await callTool(run, "find_nearby", { lat: 34.996, lng: 135.785, query: "kiyomizu" });
  expect(far.told).toMatchObject({
    note: "Nothing is known within 100 m: that doesn't say that there is nothing.",
  });
  expect(far.told).not.toHaveProperty("places");
});

test("a search that gives no answer is not told as one that has found nothing", async () => {
  const { tripId, editor } = await newTripFixture();
  const run = await newToolRun(editor, tripId);
  double.trouble("error");
  const note =
    "The map search gave no answer: only towns, airports and countries were looked through. Ask once more, or say that it was not checked.";
  const { told } = await callTool(run, "search_places", { query: "Café de la Paix" });
  expect(told).toMatchObject({ note });
  const near = await callTool(run, "find_nearby", { lat: 34.9, lng: 135.7, query: "Café du Coin" });
  expect(near.told).toMatchObject({ note });
});
