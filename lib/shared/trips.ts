import * as z from "zod";
import { AttachmentDto } from "./attachments.ts";
import { CommentCount } from "./comments.ts";
import { CoverChoice } from "./covers.ts";
import { refineRange } from "./date-range.ts";
import { DayDto } from "./days.ts";
import { BudgetDto } from "./budget.ts";
import { DecisionDto } from "./decisions.ts";
import { ExpenseDto } from "./expenses.ts";
import {
  AT_LEAST_ONE_FIELD,
  atLeastOneField,
  CalendarDate,
  CountryCode,
  Currency,
  Id,
  Instant,
  Latitude,
  labelField,
  Longitude,
  NewId,
  rowFields,
  TimeZone,
} from "./fields.ts";
import { ItemDto } from "./items.ts";
import { MemberDto } from "./members.ts";
import { ReservationDto } from "./reservations.ts";
import { MAX_EXPENSES_IN_TRIP_ANSWER } from "./money-limits.ts";
import { GivenCurrencyRate } from "./money-fields.ts";
import { listShapes } from "./resources/list-schemas.ts";
import { ROLES } from "./roles.ts";
import { SettlementDto } from "./settlements.ts";
import { StopDto } from "./stops.ts";
import { SuggestionDto } from "./suggestions.ts";
import { FormerCurrencyDto } from "./trip-currency.ts";
import { TRIP_STATUSES } from "./trip-status.ts";

/** The id of the shared demo trip. It is the same in every installation, so that a second seeding changes nothing. */
export const DEMO_TRIP_ID = "0199b000-0000-7000-8000-000000000001";

export const Destination = z
  .strictObject({
    name: labelField(120),
    lat: Latitude.optional(),
    lng: Longitude.optional(),
    timezone: TimeZone.optional(),
    countryCode: CountryCode.optional(),
  })
  .refine((place) => (place.lat === undefined) === (place.lng === undefined), "Send lat and lng together.");
export type Destination = z.infer<typeof Destination>;

export const NewTrip = z
  .strictObject({
    id: NewId.optional(),
    title: labelField(120),
    destination: Destination.optional(),
    startDate: CalendarDate.optional(),
    endDate: CalendarDate.optional(),
    currency: Currency.optional(),
    timezone: TimeZone.optional(),
  })
  .superRefine(refineRange);
export type NewTrip = z.infer<typeof NewTrip>;

export const DateMode = z.enum(["keep", "shift"]).meta({
  description: "keep: days keep their calendar dates; shift: the plan moves along with the first day",
});
export type DateMode = z.infer<typeof DateMode>;

export const TripPatch = z
  .strictObject({
    title: labelField(120).optional(),
    destination: Destination.nullable().optional(),
    startDate: CalendarDate.nullable().optional(),
    endDate: CalendarDate.nullable().optional(),
    dateMode: DateMode.optional(),
    currency: Currency.optional(),
    currencyRate: GivenCurrencyRate.optional().meta({
      description: "what one unit of the currency of now is worth in the new one; default: looked up",
    }),
    timezone: TimeZone.optional(),
    cover: CoverChoice.nullable().optional(),
  })
  .superRefine(refineRange)
  .refine(({ dateMode: _, currencyRate: _rate, ...fields }) => atLeastOneField(fields), AT_LEAST_ONE_FIELD);
export type TripPatch = z.infer<typeof TripPatch>;

export const TripStatus = z.enum(TRIP_STATUSES);
export type TripStatus = z.infer<typeof TripStatus>;

export const TripFilter = z.enum([...TRIP_STATUSES, "deleted", "all"]);
export type TripFilter = z.infer<typeof TripFilter>;

/** The trip's own fields, which a `trip.*` event carries. */
export const TripFields = z
  .object({
    id: Id,
    title: z.string(),
    destination: Destination.nullable(),
    startDate: z.string().nullable(),
    endDate: z.string().nullable(),
    timezone: z.string(),
    currency: z.string(),
    formerCurrencies: z
      .array(FormerCurrencyDto)
      .meta({ description: "what was recorded while they were the trip's leads through them" }),
    budget: BudgetDto.nullable(),
    cover: CoverChoice.nullable(),
    isSample: z.boolean(),
    isDemo: z.boolean(),
    archivedAt: Instant.nullable(),
    ...rowFields,
  })
  .meta({ id: "TripFields" });
export type TripFields = z.infer<typeof TripFields>;

export const TripDto = TripFields.extend({
  status: TripStatus,
  role: z.enum(ROLES),
  seq: z.int().meta({ description: "the last event that this snapshot contains" }),
  days: z.array(DayDto),
  stops: z
    .array(StopDto)
    .meta({ description: "ordered by day, position and id; dayId null is the Ideas list" }),
  reservations: z.array(ReservationDto).meta({ description: "by the instant they begin, then by id" }),
  attachments: z.array(AttachmentDto),
  decisions: z.array(DecisionDto),
  suggestions: z.array(SuggestionDto).meta({ description: "open ones" }),
  items: z
    .array(ItemDto)
    .meta({ description: "ordered by list, position and id; others' private ones are absent" }),
  ...listShapes,
  expenses: z
    .array(ExpenseDto)
    .max(MAX_EXPENSES_IN_TRIP_ANSWER)
    .meta({ description: "the newest, by day and then by id; others' private ones are absent" }),
  expenseCount: z.int().meta({ description: "all that the reader may see" }),
  settlements: z.array(SettlementDto).meta({ description: "by id; others' private ones are absent" }),
  members: z.array(MemberDto),
  commentCount: CommentCount.meta({ description: "comments on the trip itself" }),
}).meta({ id: "Trip" });
export type TripDto = z.infer<typeof TripDto>;

export const TripSummary = TripFields.omit({
  version: true,
  createdAt: true,
  formerCurrencies: true,
  budget: true,
  cover: true,
})
  .extend({
    status: TripStatus,
    role: z.enum(ROLES),
    memberCount: z.int(),
    stopCount: z.int().meta({ description: "on days and among the ideas" }),
    // Optional because summaries that a device has stored may be older than this field.
    plannedCount: z.int().optional().meta({ description: "on days" }),
    members: z.array(MemberDto).max(4).meta({ description: "the first four who are in it" }),
  })
  .meta({ id: "TripSummary" });
export type TripSummary = z.infer<typeof TripSummary>;
