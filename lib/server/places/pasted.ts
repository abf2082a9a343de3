import { formatCoordinates } from "#lib/shared/coordinates.ts";
import type { Point } from "#lib/shared/legs.ts";
import { type PastedPlace, readPastedPlace } from "#lib/shared/pasted-place.ts";
import { nearestPlusCode } from "#lib/shared/plus-codes.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { type Gazetteer, openGazetteer } from "./gazetteer.ts";
import { searchGazetteer } from "./gazetteer-search.ts";
import { zoneAt } from "./zone.ts";

/** Of a point without a town. */
const NOBODYS = { source: "coordinates", attribution: "" };
const TOWNS = { source: "GeoNames", attribution: "GeoNames, CC BY 4.0" };

/** What was pasted, as the place that it means, or as the name to search for. */
type Understood = { places: PlaceDto[] } | { name: string; near: Point | null };

/** Coordinates, Plus codes, `geo:` URIs and maps' links are known without asking anybody; null for what is typed. */
export async function understandPasted(text: string, near: Point | null): Promise<Understood | null> {
  const pasted = readPastedPlace(text);
  if (!pasted) return null;
  if (pasted.kind === "name") return { name: pasted.name, near: pasted.near };
  if (pasted.kind === "nowhere") return { places: [] };
  const gazetteer = await openGazetteer();
  if (pasted.kind === "point") return { places: [pointOf(gazetteer, pasted)] };
  const point = pointOfShortCode(gazetteer, pasted, near);
  const label = [pasted.code, pasted.locality].filter((part) => part !== null).join(" ");
  return { places: point ? [pointOf(gazetteer, { point, label, ref: null, isView: false })] : [] };
}

/** Beside the locality that it names, else beside the trip; without either it means nothing. */
function pointOfShortCode(
  gazetteer: Gazetteer,
  { code, locality }: Extract<PastedPlace, { kind: "short-code" }>,
  near: Point | null,
): Point | null {
  const found =
    locality === null ? near : searchGazetteer(gazetteer, locality, { near: near ?? undefined, limit: 1 })[0];
  return found ? nearestPlusCode(code, found) : null;
}

function pointOf(
  gazetteer: Gazetteer,
  { point, label, ref, isView }: Omit<Extract<PastedPlace, { kind: "point" }>, "kind">,
): PlaceDto {
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
