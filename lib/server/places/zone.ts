import tzLookup from "@photostructure/tz-lookup";
import { isTimeZone } from "#lib/shared/dates.ts";
import type { Point } from "#lib/shared/legs.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";
import { type Gazetteer, NEAR_KM, openGazetteer } from "./gazetteer.ts";

/** Within it a town's own zone is surer than the map of zones, which is coarse along their borders. */
const IN_TOWN_KM = 5;
/** Clocks on land are not farther from the sun's; the map draws some islands' zones across half an ocean. */
const MOST_HOURS_FROM_SUN = 4;
const HOUR_MS = 3_600_000;

/** The zone at a point; at sea the nautical one. */
export async function findZone(point: Point): Promise<string> {
  return zoneAt(await gazetteerIfThere(), point);
}

/** The drawn map's zone, for a first look: coarse along borders, and a thousandth of the work. */
export function drawnZone({ lat, lng }: Point): string {
  return tzLookup(lat, lng);
}

/** Zones must not depend on it: who adds a stop doesn't search. */
async function gazetteerIfThere(): Promise<Gazetteer | null> {
  return openGazetteer().catch(() => null);
}

export function zoneAt(gazetteer: Gazetteer | null, point: Point): string {
  const drawn = drawnZone(point);
  const towns = gazetteer?.townsAround(point, NEAR_KM) ?? [];
  const [nearest] = towns;
  if (!gazetteer || !nearest) {
    return isTimeZone(drawn) && isUnderSun(drawn, point.lng) ? drawn : nautical(point.lng);
  }
  if (nearest.km > IN_TOWN_KM && towns.some(({ index }) => gazetteer.zoneOf(index) === drawn)) return drawn;
  const zone = gazetteer.zoneOf(nearest.index);
  return zone !== undefined && isTimeZone(zone) ? zone : drawn;
}

/** In hours as they are, so that a zone on the other side of the date line is a day away. */
function isUnderSun(zone: string, lng: number): boolean {
  const winter = Date.UTC(2026, 0, 1, 12);
  const { date, time } = wallClock(winter, zone);
  const clock = Date.parse(`${date}T${time}Z`);
  return Math.abs((clock - winter) / HOUR_MS - lng / 15) <= MOST_HOURS_FROM_SUN;
}

/** `Etc/GMT+10` is ten hours behind. */
function nautical(lng: number): string {
  const hours = Math.round(lng / 15);
  if (hours === 0) return "Etc/GMT";
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}
