import type { Destination } from "#lib/shared/trips.ts";
import { findZone } from "./zone.ts";

/** Adds the time zone to a destination that has coordinates and no time zone. */
export async function withZone<D extends Destination | null | undefined>(destination: D): Promise<D> {
  if (!destination || destination.timezone !== undefined) return destination;
  const { lat, lng } = destination;
  if (lat === undefined || lng === undefined) return destination;
  return { ...destination, timezone: await findZone({ lat, lng }) };
}
