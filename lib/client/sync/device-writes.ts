import { openDeviceWrites } from "./device-writes-store.ts";
import type { OpenStoredWrites } from "./write-persistence.ts";
import { StoredWrites } from "./stored-writes.ts";

export const openStoredWrites: OpenStoredWrites = async (trip, options) =>
  new StoredWrites(trip, { ...options, ...(await openDeviceWrites(trip.userId)) });
