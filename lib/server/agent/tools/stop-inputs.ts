import * as z from "zod";
import {
  Latitude,
  lineField,
  Longitude,
  Money,
  paragraphField,
  WallTime,
  WebUrl,
} from "#lib/shared/fields.ts";
import { StopCategory } from "#lib/shared/stops.ts";
import { TRAVEL_MODES } from "#lib/shared/travel-modes.ts";
import { KnownId } from "./known-ids.ts";

export const StopId = KnownId.describe("id of a stop, as read_trip tells it");
export const DayId = KnownId.describe("id of a day, as read_trip tells it");

const PlaceInput = z.strictObject({
  lat: Latitude,
  lng: Longitude,
  address: lineField(300).nullish(),
  placeRef: lineField(200).nullish().describe("as search_places tells it"),
});

export const Cost = Money.describe(
  "what it costs; amount: a whole number of the currency's smallest unit (JPY 4800 is 4800 yen, EUR 4800 is 48.00 euros, KWD 4800 is 4.800 dinars)",
);

/** The fields of a stop, with descriptions for the model. */
export const stopInputs = {
  place: PlaceInput.nullish().describe(
    "where it is: only what search_places, find_nearby or the group told, never from memory",
  ),
  category: StopCategory.nullish(),
  startTime: WallTime.nullish().describe("HH:mm, local to the stop"),
  endTime: WallTime.nullish().describe("HH:mm; before the start: on the next day"),
  notes: paragraphField(10_000).nullish(),
  url: WebUrl.nullish(),
  cost: Cost.nullish(),
  travelMode: z.enum(TRAVEL_MODES).nullish().describe("how one gets there from the stop before"),
};

/** The fields that the model can empty. */
export const EMPTIABLE = ["place", "startTime", "endTime", "notes", "url", "cost", "travelMode"] as const;
