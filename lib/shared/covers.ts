import * as z from "zod";
import { Id, Latitude, Longitude } from "./fields.ts";
import { Link } from "./place-about.ts";

/** The cover that the owner or an editor of a trip has chosen. */
export const CoverChoice = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("map") }),
    z.strictObject({ kind: z.literal("stop"), id: Id }),
    z.strictObject({ kind: z.literal("file"), id: Id }),
  ])
  .meta({
    description:
      "the trip's picture: its map, what an encyclopaedia shows of a stop, or a picture among the trip's own files; null: the destination's, else the map",
  });
export type CoverChoice = z.infer<typeof CoverChoice>;

/** The picture that a cover's `path` names; another picture has another key. */
export const CoverPictureQuery = z.strictObject({
  key: z.string().regex(/^[\w-]{16}$/, "Use a cover's own `path`."),
});

const CoverPoint = z.object({ lat: Latitude, lng: Longitude });

const CoverStop = CoverPoint.extend({
  day: z.int().min(1).nullable().meta({ description: "which of the trip's days, from 1; null: an idea" }),
});
export type CoverStop = z.infer<typeof CoverStop>;

const CoverCredit = z.object({
  author: z.string().nullable(),
  licence: Link.extend({ href: z.url().nullable() }),
  url: z.url().meta({ description: "the picture's own page" }),
});
export type CoverCredit = z.infer<typeof CoverCredit>;

export const TripCover = z
  .object({
    picture: z
      .object({
        path: z.string().meta({ description: "of this service" }),
        credit: CoverCredit.nullable().meta({
          description: "to be shown with it; null: somebody's own picture",
        }),
      })
      .nullable(),
    map: z
      .object({
        destination: CoverPoint.nullable(),
        stops: z
          .array(CoverStop)
          .meta({ description: "in the plan's order; some of them, where there are many" }),
      })
      .meta({ description: "what the map shows where there is no picture" }),
    isPending: z
      .boolean()
      .meta({ description: "a service was late or in trouble: ask again in half a minute" }),
  })
  .meta({ id: "TripCover" });
export type TripCover = z.infer<typeof TripCover>;
