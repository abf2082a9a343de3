import * as z from "zod";

/** What a place's name was taken from where the file has none. */
export const NAME_SOURCES = [
  "description",
  "comment",
  "address",
  "data",
  "kind",
  "link",
  "coordinates",
] as const;

/** The fields of a stop that a text of a file may be too long for. */
const CUT_FIELDS = ["name", "address", "notes", "record"] as const;

/** Why a file inside an archive was not read. */
const UNREAD_REASONS = ["kind", "damaged", "encrypted", "large"] as const;

/** What a trip's file holds beside its stops. */
const OTHER_PARTS = [
  "reservations",
  "decisions",
  "items",
  "expenses",
  "settlements",
  "comments",
  "votes",
  "participants",
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

/** Something that the file has and the plan does not get as it stands there. Codes are stable. */
export const ImportNotice = z
  .discriminatedUnion("code", [
    // Of places that are taken.
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
    // Of places that are there already.
    z.object({
      code: z.literal("when-differs"),
      ...about,
      text: z.string().meta({ description: "the day and times of the file that the stop does not have" }),
    }),
    // Of what is left out.
    z.object({ code: z.literal("nameless"), ...about }),
    z.object({ code: z.literal("track"), ...about, count }),
    z.object({ code: z.literal("route"), ...about, count }),
    z.object({ code: z.literal("shape"), ...about }),
    z.object({ code: z.literal("network-link"), ...about, text }),
    z.object({ code: z.literal("overlay"), ...about }),
    z.object({ code: z.literal("booking"), ...about }),
    z.object({ code: z.literal("unreadable"), ...about, text }),
    // Of the file as a whole.
    z.object({ code: z.literal("picture"), ...about, count }),
    z.object({ code: z.literal("file-unread"), ...about, reason: z.enum(UNREAD_REASONS) }),
    z.object({ code: z.literal("not-carried"), ...about, part: z.enum(OTHER_PARTS), count }),
    z.object({ code: z.literal("full"), ...about, count, limit: count }),
  ])
  .meta({ id: "ImportNotice" });
export type ImportNotice = z.infer<typeof ImportNotice>;
