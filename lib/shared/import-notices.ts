import * as z from "zod";
import { LIST_RESOURCES } from "./resources/list-resources.ts";

/** Where a place's name was taken from if the file has no name for it. */
export const NAME_SOURCES = [
  "description",
  "comment",
  "address",
  "data",
  "kind",
  "link",
  "coordinates",
] as const;

/** The fields of a stop for which a text of a file may be too long. */
const CUT_FIELDS = ["name", "address", "notes", "record"] as const;

/** Why a file inside an archive was not read. */
const UNREAD_REASONS = ["kind", "damaged", "encrypted", "large"] as const;

/** What a trip file contains beside its stops. */
const OTHER_PARTS = [
  "reservations",
  "decisions",
  "items",
  "expenses",
  "settlements",
  "comments",
  "votes",
  "participants",
  ...Object.values(LIST_RESOURCES).map(({ list }) => list),
] as const;

const about = {
  name: z.string().nullable().meta({ description: "what the file calls it" }),
  line: z
    .int()
    .nullable()
    .meta({ description: "which record or line of the file it is, from 1; null: the file as a whole" }),
};
const text = z.string().meta({ description: "what stands in the file, shortened" });
const count = z.int().min(0);

/** A notice about something in the file that the plan does not get in the same form. Codes are stable. */
export const ImportNotice = z
  .discriminatedUnion("code", [
    // Notices about places that are imported.
    z.object({ code: z.literal("unplaced"), ...about }),
    z.object({ code: z.literal("coordinates-unreadable"), ...about, text }),
    z.object({ code: z.literal("out-of-range"), ...about, text }),
    z.object({ code: z.literal("map-view"), ...about }),
    z.object({
      code: z.literal("text-cut"),
      ...about,
      field: z.enum(CUT_FIELDS),
      length: count,
      limit: count,
    }),
    z.object({ code: z.literal("link-unreadable"), ...about, text }),
    z.object({ code: z.literal("nameless-named"), ...about, from: z.enum(NAME_SOURCES) }),
    z.object({ code: z.literal("geometry-left"), ...about, count }),
    z.object({ code: z.literal("date-lost"), ...about, text }),
    z.object({ code: z.literal("time-lost"), ...about, text }),
    z.object({ code: z.literal("value-lost"), ...about, field: z.string(), text }),
    z.object({
      code: z.literal("date-outside-trip"),
      ...about,
      date: z.string(),
      time: z.string().nullable(),
    }),
    // Notices about places that the trip already has.
    z.object({
      code: z.literal("when-differs"),
      ...about,
      text: z.string().meta({ description: "the day and times of the file that the stop does not have" }),
    }),
    // Notices about records that are left out.
    z.object({ code: z.literal("nameless"), ...about }),
    z.object({ code: z.literal("track"), ...about, count }),
    z.object({ code: z.literal("route"), ...about, count }),
    z.object({ code: z.literal("shape"), ...about }),
    z.object({ code: z.literal("network-link"), ...about, text }),
    z.object({ code: z.literal("overlay"), ...about }),
    z.object({ code: z.literal("booking"), ...about }),
    z.object({ code: z.literal("unreadable"), ...about, text }),
    // Notices about the file as a whole.
    z.object({ code: z.literal("picture"), ...about, count }),
    z.object({ code: z.literal("file-unread"), ...about, reason: z.enum(UNREAD_REASONS) }),
    z.object({ code: z.literal("not-carried"), ...about, part: z.enum(OTHER_PARTS), count }),
    z.object({ code: z.literal("full"), ...about, count, limit: count }),
  ])
  .meta({ id: "ImportNotice" });
export type ImportNotice = z.infer<typeof ImportNotice>;
