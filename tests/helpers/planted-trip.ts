import { allEndpoints } from "#lib/shared/api/registry.ts";
import type { TripFixture } from "#tests/factories/trip-fixture.ts";
import { send } from "./handlers.ts";
import { inputFor } from "./inputs.ts";
import { plantTexts } from "./planted-texts.ts";

/** The field that a text was written to, such as `stops.create body.name`. */
export type PlantedField = string;

/** Endpoints that write nothing into the trip, or that call other parties' servers. */
const ELSEWHERE = /^(users|account|notifications|agent|avatar|imports)\./;
/** Endpoints that would end or copy the trip. */
const NOT_NOW = new Set(["trips.create", "trips.duplicate", "trips.transfer"]);

/**
 * Writes a text into every field of every request about the trip that accepts one. Each field gets the first of the
 * given texts that its rules accept.
 */
export async function plantEverywhere(scene: TripFixture, texts: readonly string[]): Promise<PlantedField[]> {
  const planted: PlantedField[] = [];
  const writing = allEndpoints.filter(({ id, body }) => body && !ELSEWHERE.test(id) && !NOT_NOW.has(id));
  for (const endpoint of writing) {
    const { input, paths } = plantTexts(endpoint, await inputFor(endpoint.id, scene, scene.owner), texts);
    if (paths.length === 0) continue;
    const sent = await send(endpoint, { ...input, token: scene.owner.token });
    if (sent.status >= 300) throw new Error(`${endpoint.id} ${sent.text} ${JSON.stringify(input.body)}`);
    planted.push(...paths.map((path) => `${endpoint.id} ${path}`));
  }
  return planted;
}
