import tzLookup from "@photostructure/tz-lookup";
import { isTimeZone } from "#lib/shared/dates.ts";
import type { Point } from "#lib/shared/legs.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";
import { type Gazetteer, NEAR_KM, openGazetteer } from "./gazetteer.ts";

/**
 * Within this distance of a town, the town's own time zone is more reliable than the map of time zones, which is coarse
 * along borders.
 */
const IN_TOWN_KM = 5;
/**
 * The maximum difference in hours between local time and solar time on land. The map of time zones extends the zones of
 * some islands across half an ocean, so a zone with a larger difference is not used.
 */
const MOST_HOURS_FROM_SUN = 4;
const HOUR_MS = 3_600_000;

/** Returns the time zone at a point; at sea the nautical time zone. */
export async function findZone(point: Point): Promise<string> {
  return zoneAt(await gazetteerIfThere(), point);
}

/** Returns the time zone by the map alone. It is coarse along borders, but a thousand times faster. */
export function zoneOnMap({ lat, lng }: Point): string {
  return tzLookup(lat, lng);
}

/** Returns the gazetteer; null when it can't be read, because adding a stop must not fail for that. */
async function gazetteerIfThere(): Promise<Gazetteer | null> {
  return openGazetteer().catch(() => null);
}

export function zoneAt(gazetteer: Gazetteer | null, point: Point): string {
  const drawn = zoneOnMap(point);
  const towns = gazetteer?.townsAround(point, NEAR_KM) ?? [];
  const [nearest] = towns;
  if (!gazetteer || !nearest) {
    return isTimeZone(drawn) && isUnderSun(drawn, point.lng) ? drawn : nautical(point.lng);
  }
  if (nearest.km > IN_TOWN_KM && towns.some(({ index }) => gazetteer.zoneOf(index) === drawn)) return drawn;
  const zone = gazetteer.zoneOf(nearest.index);
  return zone !== undefined && isTimeZone(zone) ? zone : drawn;
}

/**
 * Whether a zone's time is near solar time. The difference includes the date, so that a zone on the other side of the
 * date line is a day away.
 */
function isUnderSun(zone: string, lng: number): boolean {
  const winter = Date.UTC(2026, 0, 1, 12);
  const { date, time } = wallClock(winter, zone);
  const clock = Date.parse(`${date}T${time}Z`);
  return Math.abs((clock - winter) / HOUR_MS - lng / 15) <= MOST_HOURS_FROM_SUN;
}

/** Returns the nautical time zone, in which the sign is reversed: `Etc/GMT+10` is ten hours behind UTC. */
function nautical(lng: number): string {
  const hours = Math.round(lng / 15);
  if (hours === 0) return "Etc/GMT";
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}
