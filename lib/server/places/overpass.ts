import * as z from "zod";
import { pointOf } from "#lib/shared/coordinates.ts";
import type { Point } from "#lib/shared/legs.ts";

const Coordinates = z.object({ lat: z.number(), lon: z.number() });
const MapElement = z.object({
  /** `count` is none of the map's: it says how many there are. */
  type: z.enum(["node", "way", "relation", "count"]),
  id: z.number().int(),
  tags: z.record(z.string(), z.string()).optional(),
  lat: z.number().optional(),
  lon: z.number().optional(),
  center: Coordinates.optional(),
});
export type MapElement = z.infer<typeof MapElement>;

const Answer = z.object({ elements: z.array(MapElement), remark: z.string().optional() });

/**
 * The elements of an answer of Overpass. One that ran out of time or memory says so in a remark beside what it had by then,
 * with a status of 200: that is no answer. @throws Error
 */
export function elementsIn(body: unknown, status: number): MapElement[] {
  if (status >= 400) throw new Error(`It answered ${status}.`);
  const { elements, remark = "" } = Answer.parse(body);
  if (remark.includes("error")) throw new Error("It gave up.");
  return elements;
}

export function pointOfElement({
  center,
  lat = center?.lat,
  lon = center?.lon,
}: Pick<MapElement, "lat" | "lon" | "center">): Point | null {
  return lat === undefined || lon === undefined ? null : pointOf(lat, lon);
}
