import * as z from "zod";
import { CommentCount } from "./comments.ts";
import {
  AT_LEAST_ONE_FIELD,
  atLeastOneField,
  Id,
  Instant,
  Latitude,
  labelField,
  lineField,
  Longitude,
  NewId,
  newPlanFields,
  planFields,
  rowFields,
  TimeZone,
  WallTime,
} from "./fields.ts";
import { OpeningHours } from "./opening-hours.ts";
import { STOP_CATEGORIES } from "./stop-categories.ts";
import { TRAVEL_MODES } from "./travel-modes.ts";

export const StopCategory = z.enum(STOP_CATEGORIES);
export type StopCategory = z.infer<typeof StopCategory>;

const Travel = z.enum(TRAVEL_MODES).nullable();

/** Maximum number of live stops of one trip. */
export const MAX_STOPS = 2000;

export const Place = z.strictObject({
  lat: Latitude,
  lng: Longitude,
  address: lineField(300).nullable().optional(),
  placeRef: lineField(200).nullable().optional(),
});
export type Place = z.infer<typeof Place>;

const fields = {
  name: labelField(200),
  place: Place.nullable().optional(),
  category: StopCategory.optional(),
  startTime: WallTime.nullable().optional(),
  endTime: WallTime.nullable().optional(),
  timezone: TimeZone.nullable().optional(),
  ...newPlanFields,
  hours: OpeningHours.nullable().optional().meta({ description: "when it is open; null: nobody said" }),
  travelMode: Travel.optional().meta({ description: "how one gets here; null: what the distance suggests" }),
};

export const NewStop = z.strictObject({
  id: NewId.optional(),
  dayId: Id.nullable().meta({ description: "null: the Ideas list" }),
  ...fields,
});
export type NewStop = z.infer<typeof NewStop>;

/** Several stops in one request, at the end of one day or of Ideas: all or none are created. */
export const NewStops = z.strictObject({
  stops: z
    .array(NewStop)
    .min(1)
    .max(200)
    .refine((stops) => new Set(stops.map(({ dayId }) => dayId)).size <= 1, "Add to one day at once."),
});
export type NewStops = z.infer<typeof NewStops>;

export const StopPatch = z
  .strictObject({ ...fields, name: labelField(200).optional() })
  .refine(atLeastOneField, AT_LEAST_ONE_FIELD);
export type StopPatch = z.infer<typeof StopPatch>;

export const StopMove = z.strictObject({
  dayId: Id.nullable(),
  afterId: Id.nullable().meta({ description: "the stop that it follows; null: first" }),
});
export type StopMove = z.infer<typeof StopMove>;

export const DayStops = z.strictObject({
  stopIds: z
    .array(Id)
    .max(MAX_STOPS)
    .refine((ids) => new Set(ids).size === ids.length, "List each stop once.")
    .meta({ description: "every stop of the day, in the order that it shall have" }),
});
export type DayStops = z.infer<typeof DayStops>;

export const VoteInput = z.strictObject({ value: z.literal([-1, 0, 1]) });

/** The fields of a stop's row. `stop.*` events carry them; votes and comments have events of their own. */
export const StopFields = z
  .object({
    id: Id,
    dayId: Id.nullable(),
    position: z.string().meta({ description: "order within the day: compare as bytes, then by id" }),
    name: z.string(),
    place: Place.nullable(),
    category: StopCategory,
    startTime: z.string().nullable(),
    endTime: z.string().nullable(),
    timezone: z.string().nullable().meta({ description: "null: the day's, else the trip's" }),
    ...planFields,
    hours: OpeningHours.nullable(),
    travelMode: Travel,
    formerDate: z.string().nullable().meta({ description: "the day it stood on when that day was retired" }),
    ...rowFields,
  })
  .meta({ id: "StopFields" });
export type StopFields = z.infer<typeof StopFields>;

export const StopVote = z.object({ memberId: Id, value: z.int().min(-1).max(1) });
export type StopVote = z.infer<typeof StopVote>;

export const StopDto = StopFields.extend({
  votes: z.array(StopVote),
  commentCount: CommentCount,
}).meta({ id: "Stop" });
export type StopDto = z.infer<typeof StopDto>;

export const VoteDto = z
  .object({ stopId: Id, memberId: Id, value: z.int().min(-1).max(1), updatedAt: Instant })
  .meta({ id: "Vote" });
export type VoteDto = z.infer<typeof VoteDto>;
