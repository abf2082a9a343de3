import { type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { commentFields, expenseFields, memberJson, stopJson, tripJson } from "#db/queries/projections.ts";
import { jsonObject } from "#db/queries/projection.ts";
import { comments } from "#db/schema/comments.ts";
import { tripMembers } from "#db/schema/members.ts";
import { expenses } from "#db/schema/money.ts";
import { stops } from "#db/schema/plan.ts";
import { trips } from "#db/schema/trips.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import type { ExpenseFields } from "#lib/shared/expenses.ts";

/*
 * The rows are written in SQL, because the API would take hours. They equal what the API would write: `npm run admin
 * check` finds no fault in them.
 */

const MEMBERS = 3;
const STOPS = 8;
const EXPENSES = 3;
const COMMENTS = 2;
/** The number of events in a trip's log before the first event of a stop. */
const HEAD = 1 + MEMBERS + EXPENSES + COMMENTS;

const NOTES =
  "Opens at nine; the queue is shortest before ten. Meet at the west gate, and bring the printed tickets. Draft ";

export interface OtherTripsOptions {
  /** The present and the wanted number of other people's trips. */
  from: number;
  to: number;
  /** The number of writes of each stop: one creation and then edits. */
  edits: number;
}

/** Returns the number of events in the log of each of the other people's trips. */
export function eventsPerTrip(edits: number): number {
  return HEAD + STOPS * edits;
}

/**
 * Adds trips of other people with members, days, stops, expenses, comments and notifications, and all rows' events.
 */
export async function addOtherTrips({ from, to, edits }: OtherTripsOptions): Promise<void> {
  const client = await freshDatabase().pool.connect();
  const db = drizzle(client);
  try {
    // The rows are consistent by construction, and checking each foreign key would take most of the time.
    await client.query("set session_replication_role = replica");
    // The statement timeout is meant for requests and is too short for these statements.
    await client.query("set statement_timeout = 0");
    const seq = sql.raw(String(eventsPerTrip(edits)));
    for (const statement of [...people(from, to), ...plans(seq, edits), ...firstEvents()])
      await db.execute(statement);
    // The events are inserted in rounds, as logs grow, so that the events of one trip are far apart on disk.
    for (let round = 1; round <= edits; round++) await db.execute(eventsOfStops(round));
    for (const name of ["other_trips", "other_people"]) await client.query(`drop table ${name}`);
  } finally {
    client.release(true);
  }
  const { pool } = freshDatabase();
  const settling = await pool.connect();
  await settling.query("set statement_timeout = 0");
  // Both commands run now, because autovacuum and the checkpointer could do the work later, during a measurement.
  await settling.query("vacuum analyze");
  await settling.query("checkpoint");
  settling.release(true);
}

const whole = (value: number): SQL => sql.raw(String(value));
const created = sql`timestamptz '2026-01-01T08:00Z' + o.n * interval '7 minutes'`;
/** Returns the time of a trip's n-th event. */
const eventAt = (seq: SQL): SQL => sql`(${created} + (${seq}) * interval '1 minute')`;

function people(from: number, to: number): SQL[] {
  const count = Math.max(MEMBERS, Math.ceil((to - from) / 2));
  const ofOthers = sql`select u.id from users u join other_people p on p.id = u.id`;
  return [
    sql`create temp table other_trips as select n, uuidv7() as id from generate_series(${whole(from + 1)}, ${whole(to)}) n`,
    sql`create temp table other_people as select n, uuidv7() as id, 'Person ' || n as name from generate_series(0, ${whole(count - 1)}) n`,
    sql`insert into users (id, name, email, email_verified) select id, name, id || '@others.test', true from other_people`,
    sql`insert into sessions (id, user_id, token, expires_at) select uuidv7(), id, gen_random_uuid()::text, now() + interval '1 day' from (${ofOthers})`,
    sql`insert into user_preferences (user_id) select id from (${ofOthers})`,
    sql`create temp table other_members as
      select uuidv7() as id, o.n, o.id as trip_id, p.id as user_id, p.name, place from other_trips o
        cross join generate_series(0, ${whole(MEMBERS - 1)}) place join other_people p on p.n = (o.n * 5 + place) % ${whole(count)}`,
    sql`create index on other_members (trip_id)`,
    sql`analyze other_members`,
  ];
}

/** Returns statements that insert days, stops and other rows in the state that they have after their last events. */
function plans(seq: SQL, edits: number): SQL[] {
  const lastAt = eventAt(sql`${whole(HEAD + STOPS * (edits - 1))} + s`);
  const firstAt = eventAt(sql`${whole(HEAD)} + s`);
  const memberAt = (place: number) =>
    sql`(select id from other_members where trip_id = o.id and place = ${whole(place)})`;
  return [
    sql`insert into trips (id, title, destination, start_date, end_date, timezone, currency, seq, published_seq, stop_count, created_by, created_at, updated_at, active_at)
      select o.id, 'Trip ' || o.n || ' of others', json_build_object('name', 'Kyoto', 'lat', 35.011, 'lng', 135.768, 'timezone', 'Asia/Tokyo', 'countryCode', 'JP'),
        date '2026-01-01' + o.n % 700, date '2026-01-05' + o.n % 700, 'Asia/Tokyo', 'JPY', ${seq}, ${seq}, ${whole(STOPS)}, m.user_id, ${created}, ${created}, ${eventAt(seq)}
      from other_trips o join other_members m on m.trip_id = o.id and m.place = 0`,
    sql`insert into trip_members (id, trip_id, user_id, name, role, created_at, updated_at)
      select m.id, m.trip_id, m.user_id, m.name, case place when 0 then 'owner' else 'editor' end, ${created}, ${created}
      from other_members m join other_trips o on o.id = m.trip_id`,
    sql`insert into days (id, trip_id, date, created_at, updated_at)
      select uuidv7(), o.id, date '2026-01-01' + o.n % 700 + day, ${created}, ${created} from other_trips o, generate_series(0, 4) day`,
    sql`insert into stops (id, trip_id, day_id, position, name, place, category, start_time, end_time, notes, cost_amount, cost_currency, created_by, version, created_at, updated_at)
      select uuidv7(), o.id, d.id, 'a' || s, 'Kiyomizu-dera, part ' || s,
        json_build_object('lat', 34.99, 'lng', 135.76, 'address', '294 Kiyomizu 1-chome, Higashiyama Ward, Kyoto'), 'sight', '09:30', '10:15',
        ${NOTES}::text || ${whole(edits)}, 500 + s, 'JPY', m.user_id, ${whole(edits)}, ${firstAt}, ${lastAt}
      from other_trips o join days d on d.trip_id = o.id and d.date = date '2026-01-01' + o.n % 700
        join other_members m on m.trip_id = o.id and m.place = 0, generate_series(1, ${whole(STOPS)}) s`,
    sql`insert into client_ids (id, user_id, trip_id, kind, input_hash)
      select s.id, s.created_by, s.trip_id, 'stop', md5(s.id::text) from stops s join other_trips o on o.id = s.trip_id`,
    sql`insert into expenses (id, trip_id, title, money, category, spent_on, created_by, created_at, updated_at)
      select uuidv7(), o.id, 'Dinner ' || e, json_build_object('amount', 9000, 'currency', 'JPY',
          'payers', json_build_array(json_build_object('memberId', ${memberAt(0)}, 'amount', 9000)),
          'split', json_build_object('mode', 'equal', 'parts', (select json_agg(json_build_object('memberId', id)) from other_members where trip_id = o.id))),
        'food', date '2026-01-01' + o.n % 700, ${memberAt(0)}, ${eventAt(sql`${whole(1 + MEMBERS)} + e`)}, ${eventAt(sql`${whole(1 + MEMBERS)} + e`)}
      from other_trips o, generate_series(1, ${whole(EXPENSES)}) e`,
    sql`insert into comments (id, trip_id, target_kind, target_id, member_id, body, created_at, updated_at)
      select uuidv7(), o.id, 'trip', o.id, ${memberAt(1)}, 'Shall we meet at the gate, or at the hotel?',
        ${eventAt(sql`${whole(1 + MEMBERS + EXPENSES)} + c`)}, ${eventAt(sql`${whole(1 + MEMBERS + EXPENSES)} + c`)}
      from other_trips o, generate_series(1, ${whole(COMMENTS)}) c`,
    sql`insert into notifications (id, user_id, trip_id, kind, details, read_at)
      select uuidv7(), m.user_id, m.trip_id, 'mention', json_build_object('tripTitle', 'Trip of others', 'actorName', m.name, 'subject', null,
          'excerpt', 'Shall we?', 'target', json_build_object('kind', 'trip', 'id', m.trip_id), 'entityId', gen_random_uuid()),
        case when line > 0 then now() end from other_members m, generate_series(0, 3) line`,
    sql`insert into idempotency_keys (user_id, key, request_hash, status, trip_seq, body)
      select m.user_id, uuidv7(), md5(m.id::text), 200, 1, '{}' from other_members m, generate_series(1, 3) answer`,
  ];
}

interface Birth {
  op: string;
  /** An expression for the row, which `from` makes available under its alias. */
  entity: SQL;
  id: SQL;
  tripId: SQL;
  /** An expression for the event's seq. */
  seq: SQL;
  from: SQL;
}

function birth({ op, entity, id, tripId, seq, from }: Birth): SQL {
  return sql`insert into trip_events (trip_id, seq, group_id, actor_id, via, op, entity_id, after, at)
    select ${tripId}, ${seq}, uuidv7(), owner.user_id, 'user', ${sql.raw(`'${op}'`)}, ${id}, ${entity}::jsonb, ${eventAt(seq)}
    from other_trips o join other_members owner on owner.trip_id = o.id and owner.place = 0 ${from}`;
}

/** Returns an expression for the number of a row among the rows of its trip. */
function nth(table: SQL): SQL {
  return sql`row_number() over (partition by ${table}.trip_id order by ${table}.id)`;
}

/** Returns statements that insert the events before those of the stops. */
function firstEvents(): SQL[] {
  return [
    birth({
      op: "trip.created",
      entity: tripJson,
      id: sql`${trips.id}`,
      tripId: sql`o.id`,
      seq: whole(1),
      from: sql`join ${trips} on ${trips.id} = o.id`,
    }),
    birth({
      op: "member.joined",
      entity: memberJson,
      id: sql`${tripMembers.id}`,
      tripId: sql`o.id`,
      seq: sql`2 + m.place`,
      from: sql`join other_members m on m.trip_id = o.id join ${tripMembers} on ${tripMembers.id} = m.id`,
    }),
    birth({
      op: "expense.created",
      entity: jsonObject<ExpenseFields>(expenseFields),
      id: sql`${expenses.id}`,
      tripId: sql`o.id`,
      seq: sql`${whole(1 + MEMBERS)} + ${nth(sql`${expenses}`)}`,
      from: sql`join ${expenses} on ${expenses.tripId} = o.id`,
    }),
    birth({
      op: "comment.created",
      entity: jsonObject<CommentDto>(commentFields),
      id: sql`${comments.id}`,
      tripId: sql`o.id`,
      seq: sql`${whole(1 + MEMBERS + EXPENSES)} + ${nth(sql`${comments}`)}`,
      from: sql`join ${comments} on ${comments.tripId} = o.id`,
    }),
  ];
}

/**
 * Returns a statement for one event of each stop: its creation in the first round, and an edit of its notes in each
 * later one.
 */
function eventsOfStops(round: number): SQL {
  const n = sql`right(${stops.position}, 1)::int`;
  const seq = sql`${whole(HEAD + STOPS * (round - 1))} + ${n}`;
  const iso = sql`to_char(${eventAt(seq)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const asItWas = sql`${stopJson}::jsonb || jsonb_build_object('notes', ${NOTES}::text || ${whole(round)}, 'version', ${whole(round)}, 'updatedAt', ${iso})`;
  const before =
    round === 1 ? sql`null::jsonb` : sql`jsonb_build_object('notes', ${NOTES}::text || ${whole(round - 1)})`;
  return sql`insert into trip_events (trip_id, seq, group_id, actor_id, via, op, entity_id, before, after, at)
    select o.id, ${seq}, uuidv7(), ${stops.createdBy}, 'user', ${sql.raw(round === 1 ? "'stop.created'" : "'stop.updated'")}, ${stops.id}, ${before}, ${asItWas}, ${eventAt(seq)}
    from other_trips o join ${stops} on ${stops.tripId} = o.id`;
}
