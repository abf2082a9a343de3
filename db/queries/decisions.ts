import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { decisions } from "#db/schema/decisions.ts";
import { tripMembers } from "#db/schema/members.ts";
import { stops } from "#db/schema/plan.ts";
import { trips } from "#db/schema/trips.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { isoInstant, jsonArray, jsonColumns, jsonObject, param } from "./projection.ts";
import { decisionFields } from "./projections.ts";
import { stopDto } from "./stops.ts";

const decisionJson = jsonObject<DecisionDto>(decisionFields);

/** A decision, even a deleted one; `deletedAt` says whether it is. */
export const selectDecision = statement<{ tripId: string; decisionId: string }, { decision: DecisionDto }>(
  "select_decision",
  sql`select ${decisionJson} as decision from ${decisions}
    where ${decisions.tripId} = ${param("tripId", "uuid")} and ${decisions.id} = ${param("decisionId", "uuid")}`,
);

/** Live decisions as one JSON array, oldest first; always one row. */
export const selectDecisions = statement<{ tripId: string }, { decisions: DecisionDto[] }>(
  "select_decisions",
  sql`select ${jsonArray(sql`select ${jsonColumns<DecisionDto>(decisionFields)} from ${decisions}
    where ${decisions.tripId} = ${param("tripId", "uuid")} and ${decisions.deletedAt} is null order by ${decisions.id}`)} as decisions`,
);

export const countDecisions = statement<{ tripId: string }, { count: number }>(
  "count_decisions",
  sql`select count(*)::int as count from ${decisions}
    where ${decisions.tripId} = ${param("tripId", "uuid")} and ${decisions.deletedAt} is null`,
);

export interface DecisionVotes {
  /** The live candidates, in the decision's order, with all votes. */
  candidates: StopDto[];
  /** Ids of the members who haven't left. */
  present: string[];
}

/** The data from which a decision is closed; always one row. */
export const selectDecisionVotes = statement<{ tripId: string; decisionId: string }, DecisionVotes>(
  "select_poll",
  sql`select coalesce((select json_agg(${stopDto} order by array_position(${decisions.candidates}, ${stops.id}))
      from ${decisions} join ${stops} on ${stops.id} = any(${decisions.candidates}) and ${stops.tripId} = ${decisions.tripId}
      where ${decisions.tripId} = ${param("tripId", "uuid")} and ${decisions.id} = ${param("decisionId", "uuid")}
        and ${stops.deletedAt} is null), '[]'::json) as candidates,
    array(select ${tripMembers.id}::text from ${tripMembers}
      where ${tripMembers.tripId} = ${param("tripId", "uuid")} and ${tripMembers.leftAt} is null) as present`,
);

export interface CandidateEligibility {
  stopId: string;
  isLive: boolean;
  /** Whether the stop is already a candidate of another open decision. */
  isTaken: boolean;
}

/** Says which of the given stops may be candidates of the decision `decisionId`; no row for a stop of another trip. */
export const selectCandidateEligibility = statement<
  { tripId: string; stopIds: string[]; decisionId: string },
  CandidateEligibility
>(
  "select_candidacies",
  sql`select ${stops.id} as "stopId", ${stops.deletedAt} is null as "isLive", exists (select 1 from ${decisions}
      where ${decisions.tripId} = ${stops.tripId} and ${stops.id} = any(${decisions.candidates})
        and ${decisions.status} <> 'closed' and ${decisions.deletedAt} is null
        and ${decisions.id} <> ${param("decisionId", "uuid")}) as "isTaken"
    from ${stops} where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.id} = any(${param("stopIds", "uuid[]")})`,
);

const record = sql`jsonb_to_record(${param("decision", "jsonb")}) as r(title text, notes text, candidates uuid[], deadline timestamptz,
  "dayId" uuid, status text, "winnerId" uuid, "closedAt" timestamptz, "deletedAt" timestamptz)`;

/** Inserts a decision; `decision` is the JSON of DecisionDto, whose id and times are not read. */
export const insertDecision = statement<
  { id: string; tripId: string; decision: string; createdBy: string; at: Date },
  never
>(
  "insert_decision",
  sql`insert into ${decisions} (id, trip_id, title, notes, candidates, deadline, day_id, status, created_by, created_at, updated_at)
    select ${param("id", "uuid")}, ${param("tripId", "uuid")}, r.title, r.notes, r.candidates, r.deadline, r."dayId", r.status,
      ${param("createdBy", "uuid")}, ${param("at", "timestamptz")}, ${param("at", "timestamptz")}
    from ${record}`,
);

/** Writes every field of the decision; callers merge into what they read under the trip's lock. */
export const saveDecision = statement<{ tripId: string; id: string; decision: string; at: Date }, never>(
  "save_decision",
  sql`update ${decisions} set title = r.title, notes = r.notes, candidates = r.candidates, deadline = r.deadline, day_id = r."dayId",
      status = r.status, winner_id = r."winnerId", closed_at = r."closedAt", deleted_at = r."deletedAt",
      version = ${decisions.version} + 1, updated_at = ${param("at", "timestamptz")}
    from ${record} where ${decisions.tripId} = ${param("tripId", "uuid")} and ${decisions.id} = ${param("id", "uuid")}`,
);

export interface DueDecision {
  tripId: string;
  decisionId: string;
  deadline: string;
}

/**
 * Open decisions after the given one whose deadline is past, the longest past first; none of archived or deleted trips.
 */
export const selectDueDecisions = statement<
  { now: Date; afterDeadline: string | null; afterId: string | null; limit: number },
  DueDecision
>(
  "select_due_decisions",
  sql`select ${decisions.tripId} as "tripId", ${decisions.id} as "decisionId", ${isoInstant(decisions.deadline)} as deadline
    from ${decisions} join ${trips} on ${trips.id} = ${decisions.tripId}
    where ${decisions.status} = 'open' and ${decisions.deletedAt} is null and ${decisions.deadline} is not null
      and ${decisions.deadline} <= ${param("now", "timestamptz")}
      and (${param("afterId", "uuid")} is null
        or (${decisions.deadline}, ${decisions.id}) > (${param("afterDeadline", "timestamptz")}, ${param("afterId", "uuid")}))
      and ${trips.archivedAt} is null and ${trips.deletedAt} is null
    order by ${decisions.deadline}, ${decisions.id} limit ${param("limit", "int")}`,
);
