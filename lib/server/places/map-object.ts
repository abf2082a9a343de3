import type { Point } from "#lib/shared/legs.ts";
import type { PlaceKind } from "#lib/shared/places.ts";
import { type AskedService, openService } from "../open-services/clients.ts";
import type { Tags } from "./about/facts.ts";
import { elementsIn, type MapElement, pointOfElement } from "./overpass.ts";
import { DAY_MS, kindOf } from "./place-server.ts";

/** An object of OpenStreetMap, where it is and what it is called. */
export interface FoundObject {
  point: Point;
  kind: PlaceKind;
  /** Its own name, and in the languages of the pages. */
  names: { name?: string | undefined; en?: string | undefined; zh?: string | undefined };
  /** Those of its tags that say what it is like. */
  tags: Tags;
}

const REF = /^osm:(node|way|relation)\/(\d{1,15})$/;
/** Of the tags that say what it is, the first that is there. */
const TELLING = ["aeroway", "place", "boundary", "highway"];

/** Asks whoever knows the facts of places. `nothing`: nobody is asked, or the object is not known. */
export async function findMapObject(
  ref: string,
  service: AskedService | null = openService("placeFacts"),
): Promise<FoundObject | "nothing" | "no_answer"> {
  const [, type, id] = REF.exec(ref) ?? [];
  if (!service || type === undefined || id === undefined) return "nothing";
  const data = `[out:json][timeout:8];${type}(${id});out tags center;`;
  const answer = await service.client.ask<FoundObject | null>({
    url: `${service.url}/api/interpreter?${new URLSearchParams({ data })}`,
    // Answers that were kept before its tags were are none to this.
    sameAs: `${ref} with its tags`,
    read(body, status) {
      const [element] = elementsIn(body, status);
      return element ? objectOf(element) : null;
    },
    keptMs: (found) => (found ? 7 * DAY_MS : DAY_MS),
  });
  return answer ? (answer.says ?? "nothing") : "no_answer";
}

/** null: nobody knows where it is. */
export function objectOf({ tags = {}, ...element }: MapElement): FoundObject | null {
  const point = pointOfElement(element);
  if (!point) return null;
  const key = TELLING.find((name) => tags[name] !== undefined) ?? "";
  const names = { name: tags["name"], en: tags["name:en"], zh: tags["name:zh-Hans"] ?? tags["name:zh"] };
  return { point, kind: kindOf(key, tags[key] ?? "", ""), names, tags: toldTags(tags) };
}

const TOLD = new Set([
  "opening_hours",
  "website",
  "contact:website",
  "url",
  "phone",
  "contact:phone",
  "cuisine",
  "wheelchair",
  "fee",
  "charge",
  "wikidata",
  "wikipedia",
  "wikimedia_commons",
  "image",
]);
const LONGEST_TAG = 2000;

/** An object may have hundreds. */
function toldTags(tags: Tags): Tags {
  const told = Object.entries(tags).filter(([key, value]) => TOLD.has(key) && value.length <= LONGEST_TAG);
  return Object.fromEntries(told);
}
