import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { openServiceAnswers, openServiceTurns } from "#db/schema/open-services.ts";
import { param } from "./projection.ts";

/** The cached answers as JSON text; there is no row for a request without a cached answer. */
export const selectServiceAnswers = statement<
  { keys: string[]; now: Date },
  { key: string; answer: string; expiresAt: Date }
>(
  "select_service_answers",
  sql`select ${openServiceAnswers.key} as key, ${openServiceAnswers.answer}::text as answer, ${openServiceAnswers.expiresAt} as "expiresAt" from ${openServiceAnswers}
    where ${openServiceAnswers.key} = any(${param("keys", "text[]")}) and ${openServiceAnswers.expiresAt} > ${param("now", "timestamptz")}`,
);

export const saveServiceAnswer = statement<{ key: string; answer: string; expiresAt: Date }, never>(
  "save_service_answer",
  sql`insert into ${openServiceAnswers} (key, answer, expires_at)
    values (${param("key", "text")}, ${param("answer", "jsonb")}, ${param("expiresAt", "timestamptz")})
    on conflict (key) do update set answer = excluded.answer, expires_at = excluded.expires_at`,
);

export const deleteOldServiceAnswers = statement<{ now: Date; limit: number }, never>(
  "delete_old_service_answers",
  sql`delete from ${openServiceAnswers} where key = any(array(
    select old.key from ${openServiceAnswers} old where old.expires_at <= ${param("now", "timestamptz")}
    limit ${param("limit", "int")} for update skip locked))`,
);

/** Deletes cached answers except the `most` that expire last. */
export const deleteExcessServiceAnswers = statement<{ most: number; limit: number }, never>(
  "delete_more_service_answers",
  sql`delete from ${openServiceAnswers} where key = any(array(
    select old.key from ${openServiceAnswers} old where old.expires_at <= (
      select next.expires_at from ${openServiceAnswers} next order by next.expires_at desc offset ${param("most", "int")} limit 1)
    order by old.expires_at limit ${param("limit", "int")} for update skip locked))`,
);

/**
 * Takes the next turn for a request to a service: returns the milliseconds until the turn, by the database's clock. No
 * row, and no turn is taken, if that would be longer than `patienceMs`.
 */
export const claimServiceTurn = statement<
  { service: string; everyMs: number; patienceMs: number },
  { waitMs: number }
>(
  "claim_service_turn",
  sql`insert into ${openServiceTurns} as turns (service, next_at)
    values (${param("service", "text")}, clock_timestamp() + ${param("everyMs", "int")} * interval '1 millisecond')
    on conflict (service) do update set next_at = greatest(turns.next_at, clock_timestamp()) + ${param("everyMs", "int")} * interval '1 millisecond'
      where turns.next_at <= clock_timestamp() + ${param("patienceMs", "int")} * interval '1 millisecond'
    returning greatest(0, ceil(extract(epoch from (turns.next_at - clock_timestamp())) * 1000 - ${param("everyMs", "int")}))::int as "waitMs"`,
);
