import * as z from "zod";
import { daysBetween } from "./dates.ts";
import { CalendarDate, Latitude, lineField, Longitude, WallTime } from "./fields.ts";

/** Maximum number of days whose opening hours one request can read. */
export const MAX_OPENING_HOURS_DAYS = 62;

export const PlaceAboutQuery = z
  .strictObject({
    lat: z.coerce.number().pipe(Latitude),
    lng: z.coerce.number().pipe(Longitude),
    name: lineField(200)
      .optional()
      .meta({ description: "finds the place where `ref` is none of OpenStreetMap's" }),
    ref: lineField(200).optional().meta({ description: "the place's `placeRef`" }),
    from: CalendarDate.optional().meta({ description: "opening hours are told from this day on" }),
    to: CalendarDate.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), "Send from and to together.")
  .refine(
    ({ from = "", to = "" }) => from === "" || (from <= to && daysBetween(from, to) < MAX_OPENING_HOURS_DAYS),
    `Ask for 1 to ${MAX_OPENING_HOURS_DAYS} days.`,
  );
export type PlaceAboutQuery = z.infer<typeof PlaceAboutQuery>;

export const PlacePictureQuery = z.strictObject({ ref: lineField(200) });

const OpenSpan = z.object({
  opens: WallTime.meta({ description: "by the clocks of the place" }),
  closes: WallTime.meta({ description: "not after `opens`: on the next day" }),
  isUnsure: z.literal(true).optional().meta({ description: "it may be closed, or close at another time" }),
  note: z.string().optional().meta({ description: "what its entry says of this, e.g. by appointment" }),
});
export type OpenSpan = z.infer<typeof OpenSpan>;

export const OpenDay = z.object({
  date: CalendarDate,
  spans: z.array(OpenSpan).meta({ description: "none: closed" }),
});
export type OpenDay = z.infer<typeof OpenDay>;

export const Link = z.object({ text: z.string(), href: z.url() });

export const PlannedHours = z
  .object({
    stops: z
      .array(z.object({ stopId: z.string(), days: z.array(OpenDay) }))
      .meta({ description: "those whose hours are known, each with its day and the day before" }),
    attribution: Link.nullable().meta({ description: "to be shown beside them" }),
    isPending: z.boolean().meta({ description: "some are not known yet: ask again in half a minute" }),
  })
  .meta({ id: "PlannedHours" });
export type PlannedHours = z.infer<typeof PlannedHours>;

export const PlaceFacts = z.object({
  hours: z
    .object({
      text: z.string().meta({ description: "as OpenStreetMap writes them" }),
      days: z.array(OpenDay),
      isWithoutHolidays: z.boolean().meta({ description: "holidays of this country are not known" }),
    })
    .nullable(),
  website: z.url().nullable(),
  phone: z.string().nullable(),
  cuisine: z.array(z.string()).meta({ description: "in OpenStreetMap's words, e.g. italian" }),
  wheelchair: z.enum(["yes", "limited", "no"]).nullable(),
  fee: z
    .union([z.enum(["yes", "no"]), z.string()])
    .nullable()
    .meta({ description: "a text: how much" }),
});
export type PlaceFacts = z.infer<typeof PlaceFacts>;

export const PlaceArticle = z.object({
  title: z.string(),
  text: z.string(),
  language: z.string(),
  url: z.url(),
  attribution: z.object({ text: z.string(), licence: Link }),
});
export type PlaceArticle = z.infer<typeof PlaceArticle>;

export const PlacePicture = z.object({
  path: z.string().meta({ description: "of this service" }),
  width: z.int().positive(),
  height: z.int().positive(),
  author: z.string().nullable(),
  licence: z.object({ text: z.string(), href: z.url().nullable() }),
  url: z.url().meta({ description: "the picture's own page" }),
});
export type PlacePicture = z.infer<typeof PlacePicture>;

export const PlaceAbout = z
  .object({
    ref: z.string().nullable().meta({ description: "the object of OpenStreetMap that this is about" }),
    facts: PlaceFacts.nullable(),
    article: PlaceArticle.nullable(),
    picture: PlacePicture.nullable(),
    attribution: z.array(Link).meta({ description: "of the facts; to be shown beside them" }),
    isPending: z
      .boolean()
      .meta({ description: "a service was late or in trouble: ask again in half a minute" }),
  })
  .meta({ id: "PlaceAbout" });
export type PlaceAbout = z.infer<typeof PlaceAbout>;
