/**
 * A damage: what is broken, the SQL that breaks it, and what the check then finds. `{name}` stands for the id of that
 * name.
 */
type Damage = readonly [
  name: string,
  damage: string,
  found: readonly (readonly [check: string, what: RegExp])[],
];

/** Damages of rows that belong to one trip. */
export const TRIP_DAMAGES: readonly Damage[] = [
  [
    "an event is missing",
    "delete from trip_events where trip_id = '{trip}' and seq = 2",
    [["history", /seq \d+, but \d+ events, the last \d+/]],
  ],
  [
    "the newest event is missing",
    "delete from trip_events e using trips t where t.id = '{trip}' and e.trip_id = t.id and e.seq = t.seq",
    [["history", /events, the last/]],
  ],
  ["the trip's seq ran ahead", "update trips set seq = seq + 1 where id = '{trip}'", [["history", /^seq/]]],
  [
    "a stop was renamed past the log",
    "update stops set name = 'Other' where id = '{stop}'",
    [["rows", /^stop {stop} differs in name from event \d+$/]],
  ],
  [
    "a trip was renamed past the log",
    "update trips set title = 'Other' where id = '{trip}'",
    [["rows", /^trip {trip} differs in title/]],
  ],
  [
    "a booking lost its end",
    "update reservations set end_local = null, end_zone = null where id = '{booking}'",
    [["rows", /^reservation {booking} differs in end from/]],
  ],
  [
    "a role was changed past the log",
    "update trip_members set role = 'viewer' where trip_id = '{trip}' and user_id = '{editor}'",
    [["rows", /^member .* differs in role/]],
  ],
  [
    "a row is gone",
    "delete from items where id = '{item}'",
    [["rows", /^item {item} is there, or gone, against event/]],
  ],
  [
    "a row was deleted past the log",
    "update comments set deleted_at = now() where id = '{comment}'",
    [["rows", /^comment {comment}/]],
  ],
  [
    "a deleted row came back",
    "update stops set deleted_at = null where id = '{gone}'",
    [
      ["rows", /^stop {gone} is there, or gone/],
      ["counts", /stop_count 1, but 2 stops/],
    ],
  ],
  [
    "a vote was turned",
    "update votes set value = -1 where stop_id = '{stop}'",
    [["votes", /on stop {stop} differs from event/]],
  ],
  ["a vote is gone", "delete from votes where stop_id = '{stop}'", [["votes", /on stop {stop}/]]],
  [
    "stops were miscounted",
    "update trips set stop_count = 7 where id = '{trip}'",
    [["counts", /stop_count 7, but 1 stops/]],
  ],
  [
    "an expense does not add up",
    "update expenses set money = jsonb_set(money, '{payers,0,amount}', '999') where id = '{expense}'",
    [
      ["rows", /^expense {expense} differs in money/],
      ["money", /^expense {expense}: payers: What they paid adds up to 999, not 1000/],
    ],
  ],
  [
    "an expense names nobody of the trip",
    "update expenses set money = jsonb_set(money, '{payers,0,memberId}', to_jsonb('{nobody}'::text)) where id = '{shared}'",
    [
      ["rows", /^expense {shared}/],
      ["money", /^expense {shared} names somebody who was never in the trip/],
    ],
  ],
  [
    "no rate leads to the trip's currency",
    "update settlements set currency = 'EUR', rate = null where id = '{settlement}'",
    [
      ["rows", /^settlement {settlement} differs in currency/],
      ["money", /^balances can't be worked out/],
    ],
  ],
  [
    "a comment hangs on nothing",
    "update comments set target_kind = 'stop', target_id = '{nobody}' where id = '{comment}'",
    [
      ["rows", /^comment {comment} differs in target/],
      ["links", /^comment {comment} on a missing stop/],
    ],
  ],
  [
    "a file is of nothing",
    "update attachments set target_kind = 'expense', target_id = '{nobody}' where id = '{file}'",
    [
      ["rows", /^attachment {file} differs in target/],
      ["links", /^file {file} of a missing expense/],
    ],
  ],
  [
    "a settlement is somebody else's",
    "update settlements set to_id = '{foreign}' where id = '{settlement}'",
    [
      ["rows", /^settlement {settlement} differs in to/],
      ["links", /^settlement {settlement} of a member of another trip/],
    ],
  ],
  [
    "nobody owns the trip",
    "update trip_members set role = 'editor' where trip_id = '{trip}' and role = 'owner'",
    [
      ["rows", /^member .* differs in role/],
      ["owners", /^has no owner$/],
    ],
  ],
  [
    "an account vanished",
    "delete from users where id = '{editor}'",
    [["owners", /^member .* is of an account that is gone$/]],
  ],
  [
    "a room was never told",
    "update trip_events set at = at - interval '1 day' where trip_id = '{trip}'; update trips set room_epoch = 1, published_seq = 3 where id = '{trip}'",
    [["publishing", /^\d+ events wait since \d\d\d\d-\d\d-\d\d/]],
  ],
];

/** Damages of rows that belong to no trip. */
export const SERVICE_DAMAGES: readonly Damage[] = [
  [
    "an id is kept for a trip that is gone",
    "insert into client_ids values ('{nobody}', '{owner}', '{nobody}', 'stop', 'x')",
    [["ids", /^client id {nobody} \(stop\) of trip {nobody}, which is gone$/]],
  ],
  [
    "a run of the agent was left",
    "insert into agent_threads (trip_id, run_id, lease_until) values ('{trip}', '{nobody}', now() - interval '1 hour')",
    [["work", /^run {nobody} of the agent in trip {trip}$/]],
  ],
  [
    "an account does not end",
    "insert into account_deletions (user_id, due_at) values ('{nobody}', now() - interval '1 hour')",
    [["work", /^the end of account {nobody}$/]],
  ],
  [
    "trips are not told of a name",
    "insert into profile_changes (user_id, due_at) values ('{owner}', now() - interval '1 hour') on conflict (user_id) do update set due_at = excluded.due_at",
    [["work", /^telling the trips of user {owner}$/]],
  ],
  [
    "an inbox is not told",
    "insert into inbox_rooms (user_id, epoch, due_at) values ('{owner}', 1, now() - interval '1 hour')",
    [["work", /^the inbox of user {owner}$/]],
  ],
  [
    "notifications are not pushed",
    "update notifications set push_at = now() - interval '1 hour'",
    [["work", /^\d+ notifications to be pushed$/]],
  ],
];
