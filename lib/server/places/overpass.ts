import * as z from "zod";
import { pointOf } from "#lib/shared/coordinates.ts";
import type { Point } from "#lib/shared/legs.ts";

const Coordinates = z.object({ lat: z.number(), lon: z.number() });
const MapElement = z.object({
  /** The type of the object; `count` is no object of the map, and contains the number of objects. */
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
 * Returns the elements of Overpass's answer. When Overpass runs out of time or memory, it answers with the status 200,
 * a part of the elements and a remark; this counts as no answer.
 * @throws Error
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
