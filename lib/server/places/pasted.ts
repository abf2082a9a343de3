import { formatCoordinates } from "#lib/shared/coordinates.ts";
import { assertNever } from "#lib/shared/errors.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { LinkProblem } from "#lib/shared/link-problems.ts";
import { parsePlaceName } from "#lib/shared/map-links/map-link.ts";
import type { PastedPlace } from "#lib/shared/pasted-place.ts";
import { nearestPlusCode } from "#lib/shared/plus-codes.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import type { Locale } from "../auth/locale.ts";
import { type Gazetteer, openGazetteer } from "./gazetteer.ts";
import { searchGazetteer } from "./gazetteer-search.ts";
import type { followLink } from "./links/follow-link.ts";
import { linkRefusal } from "./links/link-refusal.ts";
import { readPastedText } from "./links/read-pasted.ts";
import { findMapObject } from "./map-object.ts";
import { zoneAt } from "./zone.ts";

/** The source of a point without a town. */
const NOBODYS = { source: "coordinates", attribution: "" };
const TOWNS = { source: "GeoNames", attribution: "GeoNames, CC BY 4.0" };
const OPENSTREETMAP = { source: "OpenStreetMap", attribution: "© OpenStreetMap contributors" };

/** A name to search for, with a fallback when the search finds nothing. */
export interface PastedName {
  name: string;
  /** The centre of the map in the link. */
  near: Point | null;
  problem: LinkProblem | undefined;
}

interface Around {
  /** The coordinates of the trip. */
  near: Point | null;
  locale: Locale;
  /** A test passes its own, which calls the test's servers. */
  follow?: typeof followLink;
}

type PastedPoint = Omit<Extract<PastedPlace, { kind: "point" }>, "kind">;

/**
 * Returns the place that a pasted text means, or the name to search for; null for a typed text. Coordinates, Plus
 * Codes, `geo:` URIs and long links are understood without a request.
 * @throws AppError VALIDATION_FAILED, UNAVAILABLE with the reason in `details.link` for a link without a place
 */
export async function interpretPastedText(
  text: string,
  { near, locale, follow }: Around,
): Promise<PlaceDto[] | PastedName | null> {
  const { pasted, problem } = await readPastedText(text, follow);
  if (!pasted) return null;
  switch (pasted.kind) {
    case "name":
      return { name: pasted.name, near: pasted.near, problem };
    case "nowhere":
      throw linkRefusal(problem ?? "nothing");
    case "object":
      return objectOrRefusal(pasted.ref, locale);
    case "point":
      return pointOrObject(pasted, locale);
    case "short-code":
      return placeOfShortCode(pasted, near);
    default:
      return assertNever(pasted);
  }
}

/** Returns the centre of a link's map with the name that no search has found. */
export async function placeOfView(point: Point, label: string): Promise<PlaceDto> {
  return placeOfPoint(await openGazetteer(), { point, label, ref: null, isView: true });
}

async function objectOrRefusal(ref: string, locale: Locale): Promise<PlaceDto[]> {
  const found = await placeOfObject(ref, locale);
  if (typeof found === "string") throw linkRefusal(found);
  return [found];
}

/** Returns the object of a link, or the centre of the link's map when the object can't be requested. */
async function pointOrObject(pasted: PastedPoint, locale: Locale): Promise<PlaceDto[]> {
  const found = pasted.ref !== null && pasted.isView ? await placeOfObject(pasted.ref, locale) : null;
  return [found === null || typeof found === "string" ? placeOfPoint(await openGazetteer(), pasted) : found];
}

async function placeOfObject(ref: string, locale: Locale): Promise<PlaceDto | LinkProblem> {
  const found = await findMapObject(ref);
  if (typeof found === "string") return found;
  const { point, kind, names } = found;
  const label = parsePlaceName(names[locale] ?? names.name ?? names.en);
  const place = placeOfPoint(await openGazetteer(), { point, label, ref, isView: false });
  return { ...place, kind: label === null ? "point" : kind, ...OPENSTREETMAP };
}

async function placeOfShortCode(
  pasted: Extract<PastedPlace, { kind: "short-code" }>,
  near: Point | null,
): Promise<PlaceDto[]> {
  const gazetteer = await openGazetteer();
  const point = pointOfShortCode(gazetteer, pasted, near);
  const label = [pasted.code, pasted.locality].filter((part) => part !== null).join(" ");
  return point ? [placeOfPoint(gazetteer, { point, label, ref: null, isView: false })] : [];
}

/**
 * Returns the point of a short Plus Code. It is searched near the locality in the text, else near the trip; without
 * either, the code has no meaning.
 */
function pointOfShortCode(
  gazetteer: Gazetteer,
  { code, locality }: Extract<PastedPlace, { kind: "short-code" }>,
  near: Point | null,
): Point | null {
  const found =
    locality === null ? near : searchGazetteer(gazetteer, locality, { near: near ?? undefined, limit: 1 })[0];
  return found ? nearestPlusCode(code, found) : null;
}

function placeOfPoint(gazetteer: Gazetteer, { point, label, ref, isView }: PastedPoint): PlaceDto {
  const town = gazetteer.nearestTown(point);
  return {
    placeRef: ref ?? `point:${point.lat},${point.lng}`,
    name: label ?? formatCoordinates(point),
    kind: "point",
    ...point,
    ...(isView && { isView }),
    countryCode: town?.countryCode ?? null,
    region: town?.region?.[1] ?? null,
    near: town?.name,
    timezone: zoneAt(gazetteer, point),
    ...(town ? TOWNS : NOBODYS),
  };
}
