import * as z from "zod";
import { ORDER_VERDICTS } from "./day-order.ts";
import { Id, Latitude, Longitude } from "./fields.ts";
import { TRAVEL_MODES } from "./travel-modes.ts";

const LegPoint = z.object({ lat: Latitude, lng: Longitude });

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
    source: z.enum(["router", "estimate"]),
    path: z
      .array(z.tuple([Longitude, Latitude]))
      .optional()
      .meta({ description: "along the streets, as [lng, lat]; absent: the straight line" }),
  })
  .meta({ id: "Leg" });
export type LegDto = z.infer<typeof LegDto>;

export const DayLegs = z
  .object({
    legs: z.array(LegDto),
    attribution: z.string().nullable().meta({ description: "to be shown with ways of the router" }),
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
