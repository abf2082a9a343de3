import * as z from "zod";
import { Id, Latitude, Longitude, NewId } from "./fields.ts";
import { ImportNotice } from "./import-notices.ts";
import { LEFT_OUT_CODES } from "./left-out.ts";

export const IMPORT_FORMATS = ["gpx", "kml", "takeout", "wayfare", "geojson", "csv", "archive"] as const;
export const ImportFormat = z.enum(IMPORT_FORMATS);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** Where imported places go: onto the days that the file names, if the trip has them, or all into Ideas. */
export const ImportInto = z.enum(["days", "ideas"]);
export type ImportInto = z.infer<typeof ImportInto>;

/** Maximum number of lists in one file; a trip file, a map or an archive may hold many. */
const MAX_COLLECTIONS = 10_000;

export const ImportQuery = z.strictObject({
  into: ImportInto.default("days"),
  collections: z
    .string()
    .max(6 * MAX_COLLECTIONS)
    .regex(/^\d{1,5}(,\d{1,5})*$/, "Use the ids of collections, with commas between.")
    .optional()
    .meta({
      description: "ids of the collections to take, as the preview lists them, with commas; absent: all",
    }),
});
export type ImportQuery = z.infer<typeof ImportQuery>;

/** Why a record of a file is not added. */
export const SKIP_REASONS = ["duplicate", "full", ...LEFT_OUT_CODES] as const;

const FoundPlace = z.object({
  name: z.string(),
  lat: Latitude.nullable(),
  lng: Longitude.nullable(),
});

/** A saved list, a layer of a map, or a file of an archive. */
export const ImportCollection = z
  .object({ id: z.string(), name: z.string().nullable(), count: z.int().min(0) })
  .meta({ id: "ImportCollection" });
export type ImportCollection = z.infer<typeof ImportCollection>;

import { LIST_RESOURCES, type ListName } from "./resources/list-resources.ts";
/** The fields of the report about a file, both before the import and after it. */
const said = {
  notices: z
    .array(ImportNotice)
    .default([])
    .meta({ description: "what of the file does not arrive as it stands there" }),
  warnings: z
    .array(z.string())
    .optional()
    .meta({ description: "the notices in their order as English sentences; absent where there are none" }),
};

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
        startTime: z.string().nullable().optional(),
        endTime: z.string().nullable().optional(),
        collection: z.string().nullable().optional(),
        ids: z
          .array(z.string())
          .optional()
          .meta({ description: "providers' ids of the place; absent: none are known" }),
        likeness: z
          .string()
          .optional()
          .meta({ description: "the same in files that say the same of it; absent: its spot or ids tell" }),
        problem: z
          .string()
          .optional()
          .meta({ description: "the code of the notice that says why it has no spot; absent: it has one" }),
      }),
    ),
    skipped: z.array(
      FoundPlace.extend({
        reason: z.enum(SKIP_REASONS),
        isJoined: z
          .boolean()
          .optional()
          .meta({ description: "of a duplicate: its notes are added to those of the one that is there" }),
      }),
    ),
    ...said,
    collections: z
      .array(ImportCollection)
      .default([])
      .meta({ description: "the lists, layers or files that it has, to choose among" }),
  })
  .meta({ id: "ImportPreview" });
export type ImportPreview = z.infer<typeof ImportPreview>;

export const ImportResult = z
  .object({
    added: z.int(),
    skipped: z.int(),
    joined: z
      .int()
      .default(0)
      .meta({ description: "stops that were there already and got notes of the file" }),
    stopIds: z.array(Id),
    ...said,
  })
  .meta({ id: "ImportResult", description: "All of it is one group, whose undo takes it out again." });
export type ImportResult = z.infer<typeof ImportResult>;

export const NewTripQuery = z.strictObject({ id: NewId.optional() });

const Count = z.int().min(0);

/** The number of rows of each list resource. */
function listCounts(): { [Name in ListName]: typeof Count } {
  const counts = Object.values(LIST_RESOURCES).map(({ list }) => [list, Count]);
  // The cast is safe because there is one entry for each list.
  return Object.fromEntries(counts) as { [Name in ListName]: typeof Count };
}

/** The contents of a trip file. */
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
      ...listCounts(),
      attachments: Count.meta({ description: "their bytes are not in the file, so they stay behind" }),
    }),
  })
  .meta({ id: "TripFilePreview" });
export type TripFilePreview = z.infer<typeof TripFilePreview>;
