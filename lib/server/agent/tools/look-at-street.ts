import * as z from "zod";
import type { StreetImageDto } from "#lib/shared/street-view.ts";
import { tool, type ToolRun } from "../tool.ts";
import { withoutEmptyFields } from "./fit-result.ts";
import { groundStreetView } from "./ground-street-view.ts";
import { photosToShow } from "./photos-to-show.ts";
import { plannedStops } from "./planned-stops.ts";
import { readSharedTrip } from "./shared-trip.ts";
import { StopId } from "./stop-inputs.ts";

const BAD = new Set(["invalid_request", "service_unavailable"]);

export const lookAtStreet = tool({
  name: "look_at_street",
  description:
    "Looks for street photos within 100 m of a place, and shows them to everybody as cards. You are told when and from where they were taken. What they show you know of those alone that follow as pictures, each under its number: never describe others. Give one of query, stopId, or lat with lng.",
  input: z.strictObject({
    query: z.string().nullish().describe("name of a place"),
    stopId: StopId.nullish(),
    lat: z.number().nullish(),
    lng: z.number().nullish(),
  }),
  about: ({ query }) => (query ? { query: query.slice(0, 200) } : {}),
  async run(run, look) {
    const { stops, destination } = await around(run);
    const { part, says, isPanoramaNear } = await groundStreetView(run.ctx, run.tripId, look, {
      stops,
      destination,
    });
    const { type: _type, images, ...rest } = part;
    const numbers = await show(run, images);
    return {
      told: withoutEmptyFields({
        ...rest,
        says,
        isPanoramaNear: isPanoramaNear || null,
        images: images.map((image) => toldImage(image, numbers.get(image.id))),
      }),
      about: withoutEmptyFields({
        query: look.query?.slice(0, 200),
        name: part.place?.name,
        meters: part.request?.radiusMeters,
        count: images.length,
      }),
      isFailed: BAD.has(part.outcome),
      parts: [part],
    };
  },
});

/**
 * Passes the photos that the model may see to the run.
 * @returns the numbers of these photos by their ids
 */
async function show(run: ToolRun, images: readonly StreetImageDto[]): Promise<ReadonlyMap<string, number>> {
  const before = run.photosShown ?? 0;
  const photos = [...(await photosToShow(run, images))].map(([id, bytes], index) => {
    return { id, bytes, number: before + index + 1 };
  });
  run.photosShown = before + photos.length;
  run.unseenPhotos = [...(run.unseenPhotos ?? []), ...photos];
  return new Map(photos.map(({ id, number }) => [id, number]));
}

async function around(run: ToolRun) {
  const trip = await readSharedTrip(run);
  return { stops: plannedStops(run, trip), destination: trip.destination };
}

const WINDS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** Returns facts about a photo, without its URL and its id, which only browsers need. */
function toldImage(
  { distanceMeters, heading, capturedAt, attribution }: StreetImageDto,
  number: number | undefined,
): object {
  return withoutEmptyFields({
    photo: number,
    metersAway: distanceMeters,
    looks:
      heading === null ? null : `${WINDS[Math.round(heading / 45) % WINDS.length]} (${Math.round(heading)}°)`,
    takenOn: capturedAt?.slice(0, 10),
    credit: attribution.text,
  });
}
