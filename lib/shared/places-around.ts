import * as z from "zod";
import { AROUND_CATEGORIES } from "./around-categories.ts";
import { CalendarDate, Latitude, lineField, Longitude, TimeZone } from "./fields.ts";
import { PLACE_CATEGORIES } from "./place-categories.ts";
import { Link, PlaceFacts } from "./place-about.ts";

export const AroundQuery = z
  .strictObject({
    category: z.enum(AROUND_CATEGORIES),
    south: z.coerce.number().pipe(Latitude),
    west: z.coerce.number().pipe(Longitude),
    north: z.coerce.number().pipe(Latitude),
    east: z.coerce.number().pipe(Longitude).meta({ description: "below `west` across the date line" }),
  })
  .refine(({ south, north }) => south < north, "Send a north that is north of south.");
export type AroundQuery = z.infer<typeof AroundQuery>;

export const AroundPlace = z.object({
  placeRef: lineField(200),
  name: z.string().nullable().meta({ description: "in the reader's language; null: nobody named it" }),
  localName: z.string().optional().meta({ description: "as it is called there, where that is another name" }),
  category: z.enum(PLACE_CATEGORIES).optional(),
  lat: Latitude,
  lng: Longitude,
  facts: PlaceFacts.meta({
    description: "its hours are those of yesterday, whose night may go on, and today",
  }),
});
export type AroundPlace = z.infer<typeof AroundPlace>;

export const PlacesAround = z
  .object({
    places: z.array(AroundPlace).meta({ description: "those nearest to the middle first" }),
    timezone: TimeZone.meta({ description: "of the clocks there, which say what today is" }),
    date: CalendarDate.meta({ description: "today, there" }),
    attribution: z.array(Link).meta({ description: "to be shown beside them" }),
    isMore: z.boolean().meta({ description: "there are more; a smaller box shows them" }),
    isTooLarge: z
      .boolean()
      .meta({ description: "nothing was looked up: the box is wider than a town quarter" }),
    isPending: z.boolean().meta({
      description: "the service gave no answer for all of the box: ask again in half a minute",
    }),
  })
  .meta({ id: "PlacesAround" });
export type PlacesAround = z.infer<typeof PlacesAround>;
