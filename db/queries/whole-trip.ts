import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { commentReads, comments } from "#db/schema/comments.ts";
import { decisions } from "#db/schema/decisions.ts";
import { items } from "#db/schema/items.ts";
import { expenses, settlements } from "#db/schema/money.ts";
import { tripMembers } from "#db/schema/members.ts";
import { days, stops, votes } from "#db/schema/plan.ts";
import { reservations } from "#db/schema/reservations.ts";
import { param } from "./projection.ts";

/* Inserts whole lists at once, each as a JSON array, for a trip that appears with all its rows. */
interface Rows {
  tripId: string;
  rows: string;
  /** The user who creates it. */
  by: string;
  at: Date;
}

const tripId = param("tripId", "uuid");
const rows = param("rows", "jsonb");
const by = param("by", "uuid");
const at = param("at", "timestamptz");

const costAmount = sql`(r.cost->>'amount')::bigint`;
const costCurrency = sql`r.cost->>'currency'`;

export const insertMembers = statement<Rows, never>(
  "insert_members",
  sql`insert into ${tripMembers} (id, trip_id, user_id, name, image, role, left_at, created_at, updated_at)
    select r.id, ${tripId}, r."userId", r.name, r.image, r.role, r."leftAt", ${at}, ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, "userId" uuid, name text, image text, role text, "leftAt" timestamptz)`,
);

export const insertWholeDays = statement<Rows, never>(
  "insert_whole_days",
  sql`insert into ${days} (id, trip_id, date, title, notes, timezone, deleted_at, created_at, updated_at)
    select r.id, ${tripId}, r.date, r.title, r.notes, r.timezone, case when r."isRetired" then ${at} end, ${at}, ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, date date, title text, notes text, timezone text, "isRetired" bool)`,
);

export const insertStops = statement<Rows, never>(
  "insert_stops",
  sql`insert into ${stops} (id, trip_id, day_id, position, name, place, category, start_time, end_time, timezone, notes, url,
      cost_amount, cost_currency, participants, hours, travel_mode, former_date, created_by, created_at, updated_at)
    select r.id, ${tripId}, r."dayId", r.position, r.name, nullif(r.place, 'null'::jsonb), r.category, r."startTime", r."endTime",
      r.timezone, r.notes, r.url, ${costAmount}, ${costCurrency}, r.participants, nullif(r.hours, 'null'::jsonb), r."travelMode", r."formerDate", ${by}, ${at}, ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, "dayId" uuid, position text, name text, place jsonb, category text, "startTime" text,
      "endTime" text, timezone text, notes text, url text, cost jsonb, participants uuid[], hours jsonb, "travelMode" text, "formerDate" date)`,
);

export const insertVotes = statement<Rows, never>(
  "insert_votes",
  sql`insert into ${votes} (stop_id, member_id, trip_id, value, updated_at)
    select r."stopId", r."memberId", ${tripId}, r.value, r."updatedAt"
    from jsonb_to_recordset(${rows}) as r("stopId" uuid, "memberId" uuid, value smallint, "updatedAt" timestamptz)`,
);

export const insertReservations = statement<Rows, never>(
  "insert_reservations",
  sql`insert into ${reservations} (id, trip_id, kind, title, start_local, start_zone, start_at, end_local, end_zone, from_place, to_place,
      confirmation, provider, contact, url, notes, cost_amount, cost_currency, stop_id, participants, created_by, created_at, updated_at)
    select r.id, ${tripId}, r.kind, r.title, r.start->>'local', r.start->>'zone', r."startAt", r."end"->>'local', r."end"->>'zone',
      nullif(r."from", 'null'::jsonb), nullif(r."to", 'null'::jsonb), r.confirmation, r.provider, r.contact, r.url, r.notes,
      ${costAmount}, ${costCurrency}, r."stopId", r.participants, ${by}, ${at}, ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, kind text, title text, start jsonb, "startAt" timestamptz, "end" jsonb, "from" jsonb,
      "to" jsonb, confirmation text, provider text, contact text, url text, notes text, cost jsonb, "stopId" uuid, participants uuid[])`,
);

export const insertDecisions = statement<Rows, never>(
  "insert_decisions",
  sql`insert into ${decisions} (id, trip_id, title, notes, candidates, deadline, day_id, status, winner_id, closed_at, created_by, created_at, updated_at)
    select r.id, ${tripId}, r.title, r.notes, r.candidates, r.deadline, r."dayId", r.status, r."winnerId", r."closedAt", ${by}, ${at}, ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, title text, notes text, candidates uuid[], deadline timestamptz, "dayId" uuid,
      status text, "winnerId" uuid, "closedAt" timestamptz)`,
);

export const insertItems = statement<Rows, never>(
  "insert_items",
  sql`insert into ${items} (id, trip_id, list, position, text, section, assignee_id, due_date, done_at, owner_id, created_by, created_at, updated_at)
    select r.id, ${tripId}, r.list, r.position, r.text, r.section, r."assigneeId", r."dueDate", r."doneAt",
      case when r."isPrivate" then ${by} end, ${by}, ${at}, ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, list text, position text, text text, section text, "assigneeId" uuid, "dueDate" date,
      "doneAt" timestamptz, "isPrivate" bool)`,
);

export const insertExpenses = statement<Omit<Rows, "by">, never>(
  "insert_expenses",
  sql`insert into ${expenses} (id, trip_id, title, money, rate, category, spent_on, notes, stop_id, reservation_id, nights, people,
      created_by, created_at, updated_at)
    select r.id, ${tripId}, r.title, r.money, nullif(r.rate, 'null'::jsonb), r.category, r."spentOn", r.notes, r."stopId", r."reservationId",
      r.nights, r.people, r."createdBy", coalesce(r."createdAt", ${at}), ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, title text, money jsonb, rate jsonb, category text, "spentOn" date, notes text,
      "stopId" uuid, "reservationId" uuid, nights int, people uuid[], "createdBy" uuid, "createdAt" timestamptz)`,
);

export const insertSettlements = statement<Omit<Rows, "by">, never>(
  "insert_settlements",
  sql`insert into ${settlements} (id, trip_id, from_id, to_id, amount, currency, rate, paid_on, note, private, created_by, created_at, updated_at)
    select r.id, ${tripId}, r."from", r."to", r.amount, r.currency, nullif(r.rate, 'null'::jsonb), r."paidOn", r.note, r.private,
      r."createdBy", coalesce(r."createdAt", ${at}), ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, "from" uuid, "to" uuid, amount bigint, currency text, rate jsonb, "paidOn" date,
      note text, private bool, "createdBy" uuid, "createdAt" timestamptz)`,
);

export const insertComments = statement<Rows, never>(
  "insert_comments",
  sql`insert into ${comments} (id, trip_id, target_kind, target_id, member_id, body, mentions, edited_at, resolved_at, created_at, updated_at)
    select r.id, ${tripId}, r.target->>'kind', (r.target->>'id')::uuid, r."memberId", r.body, r.mentions, r."editedAt", r."resolvedAt",
      r."createdAt", ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, target jsonb, "memberId" uuid, body text, mentions uuid[], "editedAt" timestamptz,
      "resolvedAt" timestamptz, "createdAt" timestamptz)`,
);

/** Marks every thread as read by one member, up to its newest comment. */
export const markAllRead = statement<{ tripId: string; memberId: string; at: Date }, never>(
  "mark_all_read",
  sql`insert into ${commentReads} (member_id, target_kind, target_id, trip_id, up_to, updated_at)
    select distinct on (${comments.targetKind}, ${comments.targetId}) ${param("memberId", "uuid")}, ${comments.targetKind}, ${comments.targetId},
      ${tripId}, ${comments.id}, ${at} from ${comments} where ${comments.tripId} = ${tripId}
    order by ${comments.targetKind}, ${comments.targetId}, ${comments.id} desc`,
);
