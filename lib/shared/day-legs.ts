import * as z from "zod";
import { ORDER_VERDICTS } from "./day-order.ts";
import { Id, Instant, Latitude, Longitude, Money } from "./fields.ts";
import { PLANNED_TIME_KINDS } from "./planned-departure.ts";
import { LocalTime } from "./reservations.ts";
import { TRANSIT_MODES } from "./transit-modes.ts";
import { TRAVEL_MODES } from "./travel-modes.ts";

const LegPoint = z.object({ lat: Latitude, lng: Longitude });

const Ends = {
  departsAt: LocalTime,
  arrivesAt: LocalTime,
  minutes: z.int().min(1),
};

export const TransitPart = z
  .object({
    mode: z.enum(TRANSIT_MODES).meta({ description: "more may be added: take what is unknown as `other`" }),
    ...Ends,
    line: z
      .string()
      .optional()
      .meta({ description: "as it stands on the vehicle", examples: ["15E"] }),
    headsign: z.string().optional().meta({ description: "where it goes" }),
    agency: z.string().optional().meta({ description: "who runs it" }),
    from: z.string().nullable().meta({ description: "null: the spot that one leaves" }),
    to: z.string().nullable().meta({ description: "null: the spot that one goes to" }),
    meters: z.int().min(0).optional().meta({ description: "of a walk" }),
  })
  .meta({ id: "TransitPart" });
export type TransitPart = z.infer<typeof TransitPart>;

export const TransitConnection = z
  .object({
    ...Ends,
    transfers: z.int().min(0),
    price: Money.optional().meta({ description: "the least that one adult pays; absent: not known" }),
    parts: z.array(TransitPart).min(1),
  })
  .meta({ id: "TransitConnection" });
export type TransitConnection = z.infer<typeof TransitConnection>;

export const TransitWay = TransitConnection.extend({
  plannedFor: z
    .object({
      at: Instant,
      by: z.enum(PLANNED_TIME_KINDS).meta({
        description:
          "`departure`: one can leave then, `arrival`: one has to be there then, `assumed`: the plan has no times",
      }),
    })
    .meta({ description: "the time that was asked about" }),
  others: z.array(TransitConnection).max(2).meta({ description: "around it, in order of departure" }),
}).meta({ id: "TransitWay" });
export type TransitWay = z.infer<typeof TransitWay>;

export const LegDto = z
  .object({
    fromId: Id,
    toId: Id,
    from: LegPoint.meta({ description: "where the stops stood when this was asked" }),
    to: LegPoint,
    past: z
      .array(Id)
      .optional()
      .meta({ description: "stops between the two that have no place, so that the real way is another" }),
    chosen: z.enum(TRAVEL_MODES).nullable().meta({ description: "the stop's `travelMode`" }),
    mode: z.enum([...TRAVEL_MODES, "ride", "far"]).meta({
      description: "where nobody chose: `ride` by whatever there is, `far` what may be a flight",
    }),
    meters: z.int().min(0),
    minutes: z.int().min(1).nullable().meta({ description: "null: nobody can tell" }),
    source: z.enum(["router", "estimate"]).meta({
      description: "`router`: somebody who knows has told it; with `transit` that was a timetable",
    }),
    path: z
      .array(z.tuple([Longitude, Latitude]))
      .optional()
      .meta({ description: "along the streets, as [lng, lat]; absent: the straight line" }),
    transit: TransitWay.optional().meta({
      description: "the departure that suits the plan, by a timetable; absent: none is known",
    }),
  })
  .meta({ id: "Leg" });
export type LegDto = z.infer<typeof LegDto>;

export const DayLegs = z
  .object({
    legs: z.array(LegDto),
    attribution: z
      .string()
      .nullable()
      .meta({ description: "to be shown with ways of the router and of timetables" }),
    timetableCredit: z
      .object({ text: z.string(), href: z.url() })
      .optional()
      .meta({ description: "to be shown beside what a timetable told, as a link" }),
    isPending: z.boolean().meta({
      description: "some are estimates because the router was late or in trouble: ask again in half a minute",
    }),
  })
  .meta({ id: "DayLegs" });
export type DayLegs = z.infer<typeof DayLegs>;

const Travel = z.object({ meters: z.int().min(0), minutes: z.int().min(0) });

export const OptimizedDay = z
  .object({
    order: z.array(Id).meta({ description: "every stop of the day; as it is where nothing is better" }),
    before: Travel,
    after: Travel,
    isEstimated: z.boolean().meta({ description: "at least one way was not told by the router" }),
    verdict: z.enum(ORDER_VERDICTS).meta({
      description:
        "`better`: there is something to gain; `good`: there is not; `few`, `many`: too few or too many stops to tell",
    }),
    seq: z.int().meta({ description: "the trip's last event when this was worked out" }),
  })
  .meta({ id: "OptimizedDay" });
export type OptimizedDay = z.infer<typeof OptimizedDay>;
