import * as z from "zod";
import { lineField } from "#lib/shared/fields.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { env } from "../../env/env.ts";
import { searchPlacesForTrip } from "../../places/search-places.ts";
import { tool } from "../tool.ts";
import { withoutEmptyFields } from "./fit-result.ts";
import { shortenText } from "./short-text.ts";

const LIMIT = 5;

/** The note when only the embedded gazetteer is searched. */
const TOWNS_ALONE =
  "Here only towns, airports and countries are known by name: no sights, restaurants or addresses.";

export const NO_ANSWER =
  "The map search gave no answer: only towns, airports and countries were looked through. Ask once more, or say that it was not checked.";

export const searchPlaces = tool({
  name: "search_places",
  description:
    "Finds places by name, those near the trip first, and shows them to everybody as cards. Take coordinates and placeRef of a stop from here, as they are; they say nothing of opening hours (look_up_place).",
  input: z.strictObject({
    query: lineField(200).describe("the name of one place, in any language; a town or country may follow"),
  }),
  about: ({ query }) => ({ query }),
  async run({ ctx, tripId }, { query }) {
    let isAnswered = true;
    const onNoAnswer = () => void (isAnswered = false);
    const places = await searchPlacesForTrip(ctx, tripId, { q: query, limit: LIMIT, onNoAnswer });
    return {
      told: withoutEmptyFields({
        places: places.map(placeForModel),
        found: places.length,
        note: isAnswered ? townsOnlyNote() : NO_ANSWER,
      }),
      about: { query, count: places.length },
      ...(places.length > 0 && { parts: [{ type: "places", places }] }),
    };
  },
});

export function townsOnlyNote(): string | null {
  return env().PLACE_SEARCH_PROVIDER === "embedded" ? TOWNS_ALONE : null;
}

export function placeForModel(place: PlaceDto): object {
  const { placeRef, name, kind, category, lat, lng, countryCode, region, address, alsoKnownAs, near } = place;
  return withoutEmptyFields({
    placeRef,
    name: shortenText(name, 120),
    kind,
    category,
    lat,
    lng,
    countryCode,
    region,
    near,
    alsoKnownAs,
    address: address && shortenText(address, 150),
  });
}
