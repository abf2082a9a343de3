import { deviceWrites } from "./kept-on-device.ts";
import type { OpenKeeper } from "./keeping.ts";
import { WriteKeeper } from "./write-keeper.ts";

export const openKeeper: OpenKeeper = async (trip, options) =>
  new WriteKeeper(trip, { ...options, ...(await deviceWrites(trip.userId)) });
