import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { comments } from "#db/schema/comments.ts";
import { days, stops, votes } from "#db/schema/plan.ts";
import { decisions } from "#db/schema/decisions.ts";
import { tripEvents } from "#db/schema/events.ts";
import { items } from "#db/schema/items.ts";
import { tripMembers } from "#db/schema/members.ts";
import { reservations } from "#db/schema/reservations.ts";
import { trips } from "#db/schema/trips.ts";
import { param } from "./projection.ts";

/* Inserts whole lists at once, each as a JSON array, for a trip that is made from a template. */
interface Rows {
  tripId: string;
  rows: string;
  at: Date;
}

const tripId = param("tripId", "uuid");
const at = param("at", "timestamptz");
const rows = param("rows", "jsonb");

export const insertTemplateMembers = statement<Rows, never>(
  "insert_template_members",
  sql`insert into ${tripMembers} (id, trip_id, user_id, name, image, role, created_at, updated_at)
    select r.id, ${tripId}, r."userId", r.name, r.image, r.role, ${at}, ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, "userId" uuid, name text, image text, role text)`,
);

export const insertTemplateDays = statement<Rows, never>(
  "insert_template_days",
  sql`insert into ${days} (id, trip_id, date, title, notes, created_at, updated_at)
    select r.id, ${tripId}, r.date, r.title, r.notes, ${at}, ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, date date, title text, notes text)`,
);

export const insertTemplateStops = statement<Rows & { createdBy: string | null; currency: string }, never>(
  "insert_template_stops",
  sql`insert into ${stops} (id, trip_id, day_id, position, name, place, category, start_time, end_time, notes, url, cost_amount, cost_currency,
      created_by, created_at, updated_at)
    select r.id, ${tripId}, r."dayId", r.position, r.name, r.place, r.category, r."startTime", r."endTime", r.notes, r.url, r."costAmount",
      case when r."costAmount" is not null then ${param("currency", "text")} end, ${param("createdBy", "uuid")}, ${at}, ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, "dayId" uuid, position text, name text, place jsonb, category text, "startTime" text,
      "endTime" text, notes text, url text, "costAmount" bigint)`,
);

export const insertTemplateReservations = statement<
  Rows & { createdBy: string | null; currency: string },
  never
>(
  "insert_template_reservations",
  sql`insert into ${reservations} (id, trip_id, kind, title, start_local, start_zone, start_at, end_local, end_zone, from_place, to_place,
      confirmation, provider, contact, url, notes, cost_amount, cost_currency, stop_id, created_by, created_at, updated_at)
    select r.id, ${tripId}, r.kind, r.title, r."startLocal", r."startZone", r."startAt", r."endLocal", r."endZone", r."from",
      nullif(r."to", 'null'::jsonb), r.confirmation, r.provider, r.contact, r.url, r.notes, r."costAmount",
      case when r."costAmount" is not null then ${param("currency", "text")} end, r."stopId", ${param("createdBy", "uuid")}, ${at}, ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, kind text, title text, "startLocal" text, "startZone" text, "startAt" timestamptz,
      "endLocal" text, "endZone" text, "from" jsonb, "to" jsonb, confirmation text, provider text, contact text, url text, notes text,
      "costAmount" bigint, "stopId" uuid)`,
);

export const insertTemplateDecisions = statement<Rows & { createdBy: string | null }, never>(
  "insert_template_decisions",
  sql`insert into ${decisions} (id, trip_id, title, notes, candidates, deadline, day_id, created_by, created_at, updated_at)
    select r.id, ${tripId}, r.title, r.notes, r.candidates, r.deadline, r."dayId", ${param("createdBy", "uuid")}, ${at}, ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, title text, notes text, candidates uuid[], deadline timestamptz, "dayId" uuid)`,
);

export const insertTemplateItems = statement<Rows & { createdBy: string | null }, never>(
  "insert_template_items",
  sql`insert into ${items} (id, trip_id, list, position, section, text, assignee_id, due_date, done_at, created_by, created_at, updated_at)
    select r.id, ${tripId}, r.list, r.position, r.section, r.text, r."assigneeId", r."dueDate", case when r."isDone" then ${at} end,
      ${param("createdBy", "uuid")}, ${at}, ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, list text, position text, section text, text text, "assigneeId" uuid, "dueDate" date,
      "isDone" bool)`,
);

export const insertTemplateVotes = statement<Rows, never>(
  "insert_template_votes",
  sql`insert into ${votes} (stop_id, member_id, trip_id, value, updated_at)
    select r."stopId", r."memberId", ${tripId}, 1, ${at} from jsonb_to_recordset(${rows}) as r("stopId" uuid, "memberId" uuid)`,
);

export const insertTemplateComments = statement<Rows, never>(
  "insert_template_comments",
  sql`insert into ${comments} (id, trip_id, target_kind, target_id, member_id, body, created_at, updated_at)
    select r.id, ${tripId}, r.kind, r."targetId", r."memberId", r.body, ${at}, ${at}
    from jsonb_to_recordset(${rows}) as r(id uuid, kind text, "targetId" uuid, "memberId" uuid, body text)`,
);

/** Inserts the event log of a trip that is created with all its rows: a single event, which no room waits for. */
export const insertTripCreatedEvent = statement<
  { tripId: string; groupId: string; trip: string; at: Date },
  never
>(
  "begin_template_log",
  sql`with begun as (update ${trips} set seq = 1, published_seq = 1 where ${trips.id} = ${tripId})
    insert into ${tripEvents} (trip_id, seq, group_id, via, op, entity_id, after, at)
    values (${tripId}, 1, ${param("groupId", "uuid")}, 'system', 'trip.created', ${tripId}, ${param("trip", "jsonb")}, ${at})`,
);
