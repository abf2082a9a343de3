import { type SQL, sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { tripMembers } from "#db/schema/members.ts";
import { settlements } from "#db/schema/money.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { jsonObject, param } from "./projection.ts";
import { settlementFields } from "./projections.ts";

export const settlementJson = jsonObject<SettlementDto>(settlementFields);

const tripId = param("tripId", "uuid");
const me = sql`(select ${tripMembers.id} from ${tripMembers} where ${tripMembers.tripId} = ${tripId}
  and ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is null)`;

/** A condition: whether this member sees a settlement. */
export function isSettlementVisibleTo(member: SQL): SQL {
  return sql`(not ${settlements.private} or ${member} in (${settlements.fromId}, ${settlements.toId}, ${settlements.createdBy}))`;
}

/** A settlement, even a deleted or private one. */
export const selectSettlement = statement<
  { tripId: string; settlementId: string },
  { settlement: SettlementDto }
>(
  "select_settlement",
  sql`select ${settlementJson} as settlement from ${settlements}
    where ${settlements.tripId} = ${tripId} and ${settlements.id} = ${param("settlementId", "uuid")}`,
);

/** Live settlements that the reader may see, newest first. */
export const selectSettlements = statement<{ tripId: string; userId: string }, { settlement: SettlementDto }>(
  "select_settlements",
  sql`select ${settlementJson} as settlement from ${settlements}
    where ${settlements.tripId} = ${tripId} and ${settlements.deletedAt} is null and ${isSettlementVisibleTo(me)}
    order by ${settlements.paidOn} desc, ${settlements.id} desc`,
);

/** Counts the settlements that the caller sees. */
export const countSettlements = statement<{ tripId: string; userId: string }, { count: number }>(
  "count_settlements",
  sql`select count(*)::int as count from ${settlements}
    where ${settlements.tripId} = ${tripId} and ${settlements.deletedAt} is null and ${isSettlementVisibleTo(me)}`,
);

/**
 * A settlement that seems to be the same payment as a given one: the same two members, direction and amount, recorded
 * by somebody else, and at most `days` days apart. Only settlements that the caller sees; the nearest date first.
 */
export const selectSimilarSettlement = statement<
  {
    tripId: string;
    userId: string;
    from: string;
    to: string;
    amount: number;
    currency: string;
    paidOn: string;
    days: number;
  },
  { settlement: SettlementDto }
>(
  "select_similar_settlement",
  sql`select ${settlementJson} as settlement from ${settlements}
    where ${settlements.tripId} = ${tripId} and ${settlements.deletedAt} is null
      and ${settlements.fromId} = ${param("from", "uuid")} and ${settlements.toId} = ${param("to", "uuid")}
      and ${settlements.amount} = ${param("amount", "bigint")} and ${settlements.currency} = ${param("currency", "text")}
      and abs(${settlements.paidOn} - ${param("paidOn", "date")}) <= ${param("days", "int")}
      and ${settlements.createdBy} is distinct from ${me} and ${isSettlementVisibleTo(me)}
    order by abs(${settlements.paidOn} - ${param("paidOn", "date")}), ${settlements.id} desc limit 1`,
);

const record = sql`jsonb_to_record(${param("settlement", "jsonb")}) as r("from" uuid, "to" uuid, amount bigint, currency text, rate jsonb,
  "paidOn" date, note text, private bool, "createdBy" uuid, "deletedAt" timestamptz)`;

interface Row {
  tripId: string;
  id: string;
  /** JSON of SettlementDto; id and instants in it are not read. */
  settlement: string;
  at: Date;
}

export const insertSettlement = statement<Row, never>(
  "insert_settlement",
  sql`insert into ${settlements} (id, trip_id, from_id, to_id, amount, currency, rate, paid_on, note, private, created_by, created_at, updated_at)
    select ${param("id", "uuid")}, ${tripId}, r."from", r."to", r.amount, r.currency, nullif(r.rate, 'null'::jsonb), r."paidOn", r.note, r.private,
      r."createdBy", ${param("at", "timestamptz")}, ${param("at", "timestamptz")}
    from ${record}`,
);

/** Writes every field that can change; callers merge into what they read under the trip's lock. */
export const saveSettlement = statement<Row, never>(
  "save_settlement",
  sql`update ${settlements} set from_id = r."from", to_id = r."to", amount = r.amount, currency = r.currency, rate = nullif(r.rate, 'null'::jsonb),
      paid_on = r."paidOn", note = r.note, created_by = r."createdBy", deleted_at = r."deletedAt", version = ${settlements.version} + 1,
      updated_at = ${param("at", "timestamptz")}
    from ${record} where ${settlements.tripId} = ${tripId} and ${settlements.id} = ${param("id", "uuid")}`,
);
