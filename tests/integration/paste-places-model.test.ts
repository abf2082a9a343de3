// @alone: sets the environment, which the service reads once
import { afterAll, beforeEach, expect, test } from "vitest";
import { startNamedPlaces } from "#tests/doubles/named-places.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTrip } from "#tests/factories/trips.ts";
import { useAgentModel } from "#tests/helpers/agent.ts";
import { PARIS, paste, summarizePart, SIGHTS } from "#tests/helpers/pasted.ts";

/*
 * With a model for the agent, the model searches sentences for places; each name must still be found by the place
 * search.
 */

const double = await startNamedPlaces(SIGHTS);
Object.assign(process.env, { PLACE_SEARCH_PROVIDER: "photon", PLACE_SEARCH_URL: double.url });
const model = await useAgentModel();
afterAll(() => Promise.all([double.stop(), model.stop()]));
beforeEach(() => void (double.asked.length = 0));

const TEXT = "we began at the louvre museum, walked on, and had tea at café de flore before Mont Imaginaire.";

async function read(text: string): Promise<string[]> {
  const person = await newPerson();
  const trip = await newTrip(person, { destination: PARIS });
  return (await paste(person, trip.id, text)).parts.map(summarizePart);
}

test("names that the model sees are looked up, those alone that the text has and the search knows", async () => {
  model.script([{ text: "- louvre museum\ncafé de flore\nEiffel Tower\nMont Imaginaire" }]);
  expect(await read(TEXT)).toEqual(["found: Louvre Museum", "found: Café de Flore", "none: Mont Imaginaire"]);
  expect(double.asked.join(" ").toLowerCase()).not.toContain("eiffel");
});

test("lists need no model", async () => {
  model.script(() => {
    throw new Error("It was asked.");
  });
  expect(await read("Tour Eiffel\nPlace des Vosges")).toEqual([
    "found: Tour Eiffel",
    "found: Place des Vosges",
  ]);
});

test("where the model fails, capitals tell", async () => {
  model.script([{ status: 500 }]);
  expect(await read("We saw the Eiffel Tower from far away. It was late.")).toEqual(["found: Eiffel Tower"]);
});
