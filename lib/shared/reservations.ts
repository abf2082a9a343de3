import * as z from "zod";
import { CommentCount } from "./comments.ts";
import { isCalendarDate } from "./dates.ts";
import {
  AT_LEAST_ONE_FIELD,
  atLeastOneField,
  Id,
  Latitude,
  labelField,
  lineField,
  Longitude,
  NewId,
  newPlanFields,
  planFields,
  rowFields,
  TimeZone,
} from "./fields.ts";
import { RESERVATION_KINDS } from "./reservation-kinds.ts";
import { isStartBeforeEnd } from "./reservation-times.ts";

export const ReservationKind = z.enum(RESERVATION_KINDS);
export type ReservationKind = z.infer<typeof ReservationKind>;

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d)?$/;

function isLocal(text: string): boolean {
  const [, date] = LOCAL.exec(text) ?? [];
  return date !== undefined && isCalendarDate(date);
}

/** One end of a reservation, in the local time of its place. */
export const LocalTime = z
  .strictObject({
    local: z
      .string()
      .max(16)
      .refine(isLocal, "Use YYYY-MM-DDTHH:mm, or YYYY-MM-DD while the time is unknown.")
      .meta({ examples: ["2026-11-14T18:40"] }),
    zone: TimeZone,
  })
  .meta({ id: "LocalTime" });
export type LocalTime = z.infer<typeof LocalTime>;

/** A place that is known by name; with coordinates where they are known. */
export const NamedPlace = z
  .strictObject({
    name: labelField(200),
    lat: Latitude.optional(),
    lng: Longitude.optional(),
    address: lineField(300).optional(),
    code: lineField(8).optional().meta({ description: "of the airport or station, e.g. KIX" }),
  })
  .refine((place) => (place.lat === undefined) === (place.lng === undefined), "Send lat and lng together.");
export type NamedPlace = z.infer<typeof NamedPlace>;

const fields = {
  start: LocalTime.nullable().optional(),
  end: LocalTime.nullable().optional(),
  from: NamedPlace.nullable().optional().meta({ description: "where it is, when it does not travel" }),
  to: NamedPlace.nullable().optional(),
  confirmation: lineField(100).nullable().optional(),
  provider: lineField(120).nullable().optional(),
  contact: lineField(300)
    .nullable()
    .optional()
    .meta({ description: "telephone, mail or desk of the provider" }),
  ...newPlanFields,
  stopId: Id.nullable().optional().meta({ description: "the stop of the plan that it is for" }),
};

interface Ends {
  start?: LocalTime | null | undefined;
  end?: LocalTime | null | undefined;
}

/**
 * Checks the ends if the request contains both; the service checks a patch of one end again, together with the stored
 * other end.
 */
function refineEnds({ start, end }: Ends, ctx: z.RefinementCtx): void {
  // An invalid time already has an issue of its own, and can't be compared.
  if (![start, end].every((each) => !each || LocalTime.safeParse(each).success)) return;
  const message = endsProblem({ start, end });
  if (message && start !== undefined) ctx.addIssue({ code: "custom", path: ["end"], message });
}

/**
 * Returns why two ends can't belong together; null when they can. The ends are compared as instants, since a flight may
 * land at an earlier local time than it took off.
 */
export function endsProblem({ start, end }: Ends): string | null {
  if (!end) return null;
  if (!start) return "Give the start too, or remove the end.";
  return isStartBeforeEnd(start, end) ? null : "The end is before the start.";
}

export const NewReservation = z
  .strictObject({ id: NewId.optional(), kind: ReservationKind, title: labelField(200), ...fields })
  .superRefine((input, ctx) => refineEnds({ start: input.start ?? null, end: input.end }, ctx));
export type NewReservation = z.infer<typeof NewReservation>;

export const ReservationPatch = z
  .strictObject({ kind: ReservationKind.optional(), title: labelField(200).optional(), ...fields })
  .refine(atLeastOneField, AT_LEAST_ONE_FIELD)
  .superRefine(refineEnds);
export type ReservationPatch = z.infer<typeof ReservationPatch>;

/** The fields of a reservation's row; `reservation.*` events carry them. */
export const ReservationFields = z
  .object({
    id: Id,
    kind: ReservationKind,
    title: z.string(),
    start: LocalTime.nullable(),
    end: LocalTime.nullable(),
    from: NamedPlace.nullable(),
    to: NamedPlace.nullable(),
    confirmation: z.string().nullable(),
    provider: z.string().nullable(),
    contact: z.string().nullable(),
    ...planFields,
    stopId: Id.nullable(),
    ...rowFields,
  })
  .meta({ id: "ReservationFields" });
export type ReservationFields = z.infer<typeof ReservationFields>;

export const ReservationDto = ReservationFields.extend({ commentCount: CommentCount }).meta({
  id: "Reservation",
});
export type ReservationDto = z.infer<typeof ReservationDto>;
