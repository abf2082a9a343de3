import type { Point } from "#lib/shared/legs.ts";
import type { PlaceKind } from "#lib/shared/places.ts";
import { type ConfiguredService, configuredService } from "../open-services/clients.ts";
import type { Tags } from "./about/facts.ts";
import { elementsIn, type MapElement, pointOfElement } from "./overpass.ts";
import { DAY_MS, placeKindOf } from "./place-server.ts";

/** An object of OpenStreetMap with its coordinates and names. */
export interface FoundObject {
  point: Point;
  kind: PlaceKind;
  /** The object's own name, and its names in the languages of the pages. */
  names: { name?: string | undefined; en?: string | undefined; zh?: string | undefined };
  /** The tags with facts about the place. */
  tags: Tags;
}

const REF = /^osm:(node|way|relation)\/(\d{1,15})$/;
/** The tags that say what kind of object it is; the first that the object has decides. */
const TELLING = ["aeroway", "place", "boundary", "highway"];

/**
 * Requests an object from the service for facts of places. `nothing`: there is no such service, or the object is
 * unknown.
 */
export async function findMapObject(
  ref: string,
  service: ConfiguredService | null = configuredService("placeFacts"),
): Promise<FoundObject | "nothing" | "no_answer"> {
  const [, type, id] = REF.exec(ref) ?? [];
  if (!service || type === undefined || id === undefined) return "nothing";
  const data = `[out:json][timeout:8];${type}(${id});out tags center;`;
  const answer = await service.client.ask<FoundObject | null>({
    url: `${service.url}/api/interpreter?${new URLSearchParams({ data })}`,
    // The key differs from that of older versions, whose cached answers have no tags.
    sameAs: `${ref} with its tags`,
    read(body, status) {
      const [element] = elementsIn(body, status);
      return element ? toFoundObject(element) : null;
    },
    keptMs: (found) => (found ? 7 * DAY_MS : DAY_MS),
  });
  return answer ? (answer.says ?? "nothing") : "no_answer";
}

/** Converts an element to an object; null when it has no coordinates. */
export function toFoundObject({ tags = {}, ...element }: MapElement): FoundObject | null {
  const point = pointOfElement(element);
  if (!point) return null;
  const key = TELLING.find((name) => tags[name] !== undefined) ?? "";
  const names = { name: tags["name"], en: tags["name:en"], zh: tags["name:zh-Hans"] ?? tags["name:zh"] };
  return { point, kind: placeKindOf(key, tags[key] ?? "", ""), names, tags: toldTags(tags) };
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

/** Keeps only the useful tags, because an object may have hundreds. */
function toldTags(tags: Tags): Tags {
  const told = Object.entries(tags).filter(([key, value]) => TOLD.has(key) && value.length <= LONGEST_TAG);
  return Object.fromEntries(told);
}
