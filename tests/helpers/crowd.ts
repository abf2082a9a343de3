import { freshDatabase } from "#lib/server/process/database.ts";

/* The rows are written in SQL, because creating 20,000 trips through the API would take minutes. */
const CROWD = [
  `insert into users (id, name, email) select gen_random_uuid(), 'Person ' || n, 'crowd-' || n || '@people.test'
     from generate_series(1, $1::int) n`,
  `insert into sessions (id, user_id, token, expires_at)
     select gen_random_uuid(), id, gen_random_uuid()::text, now() + interval '1 day' from users where email like 'crowd-%'`,
  `insert into trips (id, title, start_date, end_date, timezone, currency, seq, published_seq)
     select gen_random_uuid(), 'Trip ' || n, date '2026-01-01' + n % 700, date '2026-01-02' + n % 700, 'UTC', 'EUR', 3, 3
     from generate_series(1, $1::int) n`,
  // Each user owns one trip and edits another.
  `insert into trip_members (id, trip_id, user_id, name, role)
     select gen_random_uuid(), t.id, u.id, u.name, case shift when 0 then 'owner' else 'editor' end
     from (select id, row_number() over () as n from trips where title like 'Trip %') t, (values (0), (7)) as shifts(shift),
       (select id, name, row_number() over () as n from users where email like 'crowd-%') u
     where u.n = (t.n + shift) % $1::int + 1`,
  `insert into days (id, trip_id, date)
     select gen_random_uuid(), id, start_date + n from trips, generate_series(0, 1) n where title like 'Trip %'`,
  `insert into stops (id, trip_id, day_id, position, name)
     select gen_random_uuid(), d.trip_id, d.id, 'a' || n, 'Stop ' || n from days d, generate_series(0, 1) n`,
  `insert into stops (id, trip_id, position, name) select gen_random_uuid(), id, 'a0', 'Idea' from trips where title like 'Trip %'`,
  `update trips set stop_count = (select count(*) from stops where trip_id = trips.id)`,
  `insert into votes (stop_id, member_id, trip_id, value)
     select s.id, m.id, s.trip_id, 1 from stops s join trip_members m on m.trip_id = s.trip_id and m.role = 'owner'
     where s.name = 'Idea'`,
  `insert into comments (id, trip_id, target_kind, target_id, member_id, body)
     select gen_random_uuid(), trip_id, 'trip', trip_id, id, 'Hi' from trip_members`,
  `insert into reservations (id, trip_id, kind, title, stop_id)
     select gen_random_uuid(), trip_id, 'other', 'Booking', id from stops where name = 'Idea'`,
  `insert into attachments (id, trip_id, target_kind, target_id, name, content_type, size, digest, object_key, deleted_at)
     select gen_random_uuid(), id, 'trip', id, 'a.pdf', 'application/pdf', 1, 'x', id, now() from trips where title like 'Trip %'`,
  `insert into trip_events (trip_id, seq, group_id, via, op, entity_id, after, at)
     select id, n, gen_random_uuid(), 'user', 'trip.updated', id, '{}', now()
     from trips, generate_series(1, 3) n where title like 'Trip %'`,
  `insert into invites (id, trip_id, token_hash, role, expires_at, created_by)
     select gen_random_uuid(), trip_id, md5(id::text), 'viewer', now() + interval '1 day', id from trip_members where role = 'owner'`,
  `insert into idempotency_keys (user_id, key, request_hash, status, body)
     select id, gen_random_uuid(), 'x', 200, '{}' from users where email like 'crowd-%'`,
  `insert into client_ids (id, user_id, kind, input_hash)
     select gen_random_uuid(), id, 'trip', 'x' from users where email like 'crowd-%'`,
  `insert into user_preferences (user_id) select id from users where email like 'crowd-%'`,
  // One in ten decisions has a deadline in the future.
  `insert into decisions (id, trip_id, title, deadline)
     select gen_random_uuid(), id, 'Dinner', case when random() < 0.1 then now() + interval '1 day' end from trips where title like 'Trip %'`,
  `insert into suggestions (id, trip_id, member_id, lines, base_seq, status)
     select gen_random_uuid(), trip_id, id, '[]', 1, 'dismissed' from trip_members`,
  `insert into items (id, trip_id, list, position, text, owner_id)
     select gen_random_uuid(), trip_id, 'packing', 'a' || n, 'Socks', case n when 1 then user_id end
     from trip_members, generate_series(0, 1) n`,
  // Per trip there is one settlement and one dinner that two people share; some of the dinners are private.
  `insert into expenses (id, trip_id, title, money, category, spent_on, stop_id, reservation_id, people, created_by, deleted_at)
     select gen_random_uuid(), o.trip_id, 'Dinner ' || n, json_build_object('amount', 900, 'currency', 'EUR',
         'payers', json_build_array(json_build_object('memberId', o.id, 'amount', 900)),
         'split', json_build_object('mode', 'equal', 'parts', json_build_array(json_build_object('memberId', o.id), json_build_object('memberId', e.id)))),
       'food', date '2026-01-01' + n, r.stop_id, r.id, case when random() < 0.1 then array[o.id, e.id] end, o.id,
       case when random() < 0.1 then now() end
     from trip_members o join trip_members e on e.trip_id = o.trip_id and e.role = 'editor'
       join reservations r on r.trip_id = o.trip_id, generate_series(0, 1) n where o.role = 'owner'`,
  `insert into settlements (id, trip_id, from_id, to_id, amount, currency, paid_on, private, created_by)
     select gen_random_uuid(), o.trip_id, e.id, o.id, 450, 'EUR', date '2026-01-03', random() < 0.1, e.id
     from trip_members o join trip_members e on e.trip_id = o.trip_id and e.role = 'editor' where o.role = 'owner'`,
  // Most notifications are read, and hardly any is waiting to be pushed.
  `insert into notifications (id, user_id, trip_id, kind, details, read_at, push_at)
     select gen_random_uuid(), user_id, trip_id, 'mention', json_build_object('entityId', gen_random_uuid(), 'target', json_build_object('id', trip_id)),
       case when n > 0 then now() end, case when n = 0 and random() < 0.01 then now() end
     from trip_members, generate_series(0, 3) n where user_id is not null`,
  `insert into comment_reads (member_id, target_kind, target_id, trip_id, up_to)
     select member_id, target_kind, target_id, trip_id, id from comments on conflict do nothing`,
  `insert into calendar_feeds (id, trip_id, member_id, token_hash)
     select gen_random_uuid(), trip_id, id, md5(id::text) from trip_members`,
  `insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, locale)
     select gen_random_uuid(), user_id, id, 'https://push.test/' || id, '', '', 'en' from sessions`,
  `insert into trip_notification_settings (user_id, trip_id, settings)
     select user_id, trip_id, '{}' from trip_members where user_id is not null`,
  `insert into inbox_rooms (user_id, epoch) select id, -1 from users`,
  `insert into verifications (id, identifier, value, expires_at)
     select gen_random_uuid(), md5(n::text), gen_random_uuid()::text, now() + interval '1 day' from generate_series(1, $1::int) n`,
  // Each guest has a trip and a session.
  `insert into users (id, name, email, is_anonymous)
     select gen_random_uuid(), 'Guest ' || n, 'guest-' || n || '@guests.invalid', true from generate_series(1, $1::int) n`,
  `insert into sessions (id, user_id, token, expires_at)
     select gen_random_uuid(), id, gen_random_uuid()::text, now() + interval '1 day' from users where is_anonymous`,
  `insert into trip_members (id, trip_id, user_id, name, role)
     select gen_random_uuid(), t.id, g.id, g.name, 'guest'
     from (select id, row_number() over () as n from trips where title like 'Trip %') t
       join (select id, name, row_number() over () as n from users where is_anonymous) g on g.n = t.n`,
  `update trips set deleted_at = now() - interval '1 day' where title like 'Trip %77'`,
];

/**
 * Creates `size` users and as many trips with days, stops, votes, comments and events, and updates the planner's
 * statistics.
 */
export async function insertManyUsers(size: number): Promise<void> {
  const client = await freshDatabase().pool.connect();
  // The rows are consistent by construction, and checking each foreign key would take most of the time.
  await client.query("set session_replication_role = replica");
  // The statement timeout is meant for requests; on a slow disk, 160,000 rows can take longer.
  await client.query("set statement_timeout = 0");
  for (const text of CROWD) await client.query(text, text.includes("$1") ? [size] : []);
  await client.query("analyze");
  client.release(true);
}
