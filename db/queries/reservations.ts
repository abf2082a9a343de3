import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { comments } from "#db/schema/comments.ts";
import { stops } from "#db/schema/plan.ts";
import { reservations } from "#db/schema/reservations.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import { jsonObject, param } from "./projection.ts";
import { reservationFields } from "./projections.ts";

const reservationDto = jsonObject<ReservationDto>({
  ...reservationFields,
  commentCount: sql`(select count(*) from ${comments} where ${comments.tripId} = ${reservations.tripId}
    and ${comments.targetKind} = 'reservation' and ${comments.targetId} = ${reservations.id} and ${comments.deletedAt} is null)`,
});

/** A reservation, even a deleted one; `deletedAt` says whether it is. */
export const selectReservation = statement<
  { tripId: string; reservationId: string },
  { reservation: ReservationDto }
>(
  "select_reservation",
  sql`select ${reservationDto} as reservation from ${reservations}
    where ${reservations.tripId} = ${param("tripId", "uuid")} and ${reservations.id} = ${param("reservationId", "uuid")}`,
);

/** Live reservations, by the instant they begin; those without a start come last. */
export const selectReservations = statement<{ tripId: string }, { reservation: ReservationDto }>(
  "select_reservations",
  sql`select ${reservationDto} as reservation from ${reservations}
    where ${reservations.tripId} = ${param("tripId", "uuid")} and ${reservations.deletedAt} is null
    order by ${reservations.startAt} nulls last, ${reservations.id}`,
);

/** Returns, among the given stops, those for which there is a live reservation with a start. */
export const selectBookedStops = statement<{ tripId: string; stopIds: string[] }, { stopId: string }>(
  "select_booked_stops",
  sql`select distinct ${reservations.stopId} as "stopId" from ${reservations}
    where ${reservations.tripId} = ${param("tripId", "uuid")} and ${reservations.deletedAt} is null
      and ${reservations.startLocal} is not null and ${reservations.stopId} = any(${param("stopIds", "uuid[]")})`,
);

export interface ReservationRoom {
  reservationCount: number;
  /** Whether the stop is in the trip and not deleted; false for no stop. */
  isStopLive: boolean;
}

/** The number of live reservations, and whether this stop may have one; always one row. */
export const selectReservationRoom = statement<{ tripId: string; stopId: string | null }, ReservationRoom>(
  "select_reservation_room",
  sql`select (select count(*)::int from ${reservations} where ${reservations.tripId} = ${param("tripId", "uuid")}
        and ${reservations.deletedAt} is null) as "reservationCount",
      exists (select 1 from ${stops} where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.id} = ${param("stopId", "uuid")}
        and ${stops.deletedAt} is null) as "isStopLive"`,
);

const record = sql`jsonb_to_record(${param("reservation", "jsonb")}) as r(kind text, title text, start jsonb, "end" jsonb, "from" jsonb,
  "to" jsonb, confirmation text, provider text, contact text, url text, notes text, cost jsonb, "stopId" uuid, participants uuid[],
  "deletedAt" timestamptz)`;

const fromPlace = sql`nullif(r."from", 'null'::jsonb)`;
const toPlace = sql`nullif(r."to", 'null'::jsonb)`;
const costAmount = sql`(r.cost->>'amount')::bigint`;
const costCurrency = sql`r.cost->>'currency'`;
const startAt = param("startAt", "timestamptz");

interface Row {
  tripId: string;
  id: string;
  /** JSON of ReservationFields; id and instants in it are not read. */
  reservation: string;
  /** The earliest instant that the start can mean. */
  startAt: Date | null;
  at: Date;
}

export const insertReservation = statement<Row & { createdBy: string }, never>(
  "insert_reservation",
  sql`insert into ${reservations} (id, trip_id, kind, title, start_local, start_zone, start_at, end_local, end_zone, from_place, to_place,
      confirmation, provider, contact, url, notes, cost_amount, cost_currency, stop_id, participants, created_by, created_at, updated_at)
    select ${param("id", "uuid")}, ${param("tripId", "uuid")}, r.kind, r.title, r.start->>'local', r.start->>'zone', ${startAt},
      r."end"->>'local', r."end"->>'zone', ${fromPlace}, ${toPlace}, r.confirmation, r.provider, r.contact, r.url, r.notes,
      ${costAmount}, ${costCurrency}, r."stopId", r.participants, ${param("createdBy", "uuid")}, ${param("at", "timestamptz")}, ${param("at", "timestamptz")}
    from ${record}`,
);

/** Writes every field of the reservation; callers merge into what they read under the trip's lock. */
export const saveReservation = statement<Row, never>(
  "save_reservation",
  sql`update ${reservations} set kind = r.kind, title = r.title, start_local = r.start->>'local', start_zone = r.start->>'zone',
      start_at = ${startAt}, end_local = r."end"->>'local', end_zone = r."end"->>'zone', from_place = ${fromPlace}, to_place = ${toPlace},
      confirmation = r.confirmation, provider = r.provider, contact = r.contact, url = r.url, notes = r.notes,
      cost_amount = ${costAmount}, cost_currency = ${costCurrency}, stop_id = r."stopId", participants = r.participants,
      deleted_at = r."deletedAt", version = ${reservations.version} + 1, updated_at = ${param("at", "timestamptz")}
    from ${record} where ${reservations.tripId} = ${param("tripId", "uuid")} and ${reservations.id} = ${param("id", "uuid")}`,
);
