import * as z from "zod";
import { Id, Latitude, Longitude, NewId } from "./fields.ts";

export const IMPORT_FORMATS = ["gpx", "kml", "takeout", "wayfare"] as const;
export const ImportFormat = z.enum(IMPORT_FORMATS);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** Where places go: onto the days that the file names, as far as the trip has them, or all into Ideas. */
export const ImportInto = z.enum(["days", "ideas"]);
export type ImportInto = z.infer<typeof ImportInto>;

export const ImportQuery = z.strictObject({ into: ImportInto.default("days") });

/** Why a place of a file is not added. */
export const SKIP_REASONS = ["duplicate", "nameless", "shape", "full"] as const;

const FoundPlace = z.object({
  name: z.string(),
  lat: Latitude.nullable(),
  lng: Longitude.nullable(),
});

export const ImportPreview = z
  .object({
    format: ImportFormat,
    title: z.string().nullable().meta({ description: "what the file calls itself" }),
    added: z.array(
      FoundPlace.extend({
        dayId: Id.nullable().meta({ description: "null: it goes to Ideas" }),
        date: z
          .string()
          .nullable()
          .meta({ description: "what the file says, whether the trip has that day or not" }),
      }),
    ),
    skipped: z.array(FoundPlace.extend({ reason: z.enum(SKIP_REASONS) })),
  })
  .meta({ id: "ImportPreview" });
export type ImportPreview = z.infer<typeof ImportPreview>;

export const ImportResult = z
  .object({ added: z.int(), skipped: z.int(), stopIds: z.array(Id) })
  .meta({ id: "ImportResult", description: "All of it is one group, whose undo takes it out again." });
export type ImportResult = z.infer<typeof ImportResult>;

export const NewTripQuery = z.strictObject({ id: NewId.optional() });

const Count = z.int().min(0);

/** What a trip's file holds. */
export const TripFilePreview = z
  .object({
    title: z.string(),
    startDate: z.string().nullable(),
    endDate: z.string().nullable(),
    members: z.array(z.string()).meta({ description: "names; all but the caller's become placeholders" }),
    counts: z.object({
      stops: Count,
      reservations: Count,
      decisions: Count,
      items: Count,
      expenses: Count,
      settlements: Count,
      comments: Count,
      attachments: Count.meta({ description: "their bytes are not in the file, so they stay behind" }),
    }),
  })
  .meta({ id: "TripFilePreview" });
export type TripFilePreview = z.infer<typeof TripFilePreview>;
