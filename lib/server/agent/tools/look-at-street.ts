import * as z from "zod";
import type { StreetImageDto } from "#lib/shared/street-view.ts";
import { tool } from "../tool.ts";
import { telling } from "./fitted.ts";
import { groundStreetView } from "./ground-street-view.ts";
import { plannedStops } from "./planned-stops.ts";
import { readSharedTrip } from "./shared-trip.ts";
import { StopId } from "./stop-inputs.ts";

const BAD = new Set(["invalid_request", "service_unavailable"]);

export const lookAtStreet = tool({
  name: "look_at_street",
  description:
    "Looks for street photos within 100 m of a place, and shows them to everybody as cards. You are told when and from where they were taken, not what they show: never describe them. Give one of query, stopId, or lat with lng.",
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
    return {
      told: telling({ ...rest, says, isPanoramaNear: isPanoramaNear || null, images: images.map(toldImage) }),
      about: telling({
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

async function around(run: Parameters<typeof readSharedTrip>[0]) {
  const trip = await readSharedTrip(run);
  return { stops: plannedStops(run, trip), destination: trip.destination };
}

const WINDS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** Facts about a photo; its bytes, its address and its id are for people's browsers. */
function toldImage({ distanceMeters, heading, capturedAt, attribution }: StreetImageDto): object {
  return telling({
    metersAway: distanceMeters,
    looks:
      heading === null ? null : `${WINDS[Math.round(heading / 45) % WINDS.length]} (${Math.round(heading)}°)`,
    takenOn: capturedAt?.slice(0, 10),
    credit: attribution.text,
  });
}
