import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { suggestions } from "#db/schema/decisions.ts";
import { clientIds, tripEvents } from "#db/schema/events.ts";
import { items } from "#db/schema/items.ts";
import { stops } from "#db/schema/plan.ts";
import { reservations } from "#db/schema/reservations.ts";
import type { SuggestionDto } from "#lib/shared/suggestions.ts";
import { jsonObject, param } from "./projection.ts";
import { suggestionFields } from "./projections.ts";

const suggestionJson = jsonObject<SuggestionDto>(suggestionFields);

export const selectSuggestion = statement<{ tripId: string; id: string }, { suggestion: SuggestionDto }>(
  "select_suggestion",
  sql`select ${suggestionJson} as suggestion from ${suggestions}
    where ${suggestions.tripId} = ${param("tripId", "uuid")} and ${suggestions.id} = ${param("id", "uuid")}`,
);

/** Suggestions, newest first; `before` is the last id of the page before. */
export const selectSuggestions = statement<
  { tripId: string; before: string | null; limit: number },
  { suggestion: SuggestionDto }
>(
  "select_suggestions",
  sql`select ${suggestionJson} as suggestion from ${suggestions} where ${suggestions.tripId} = ${param("tripId", "uuid")}
    and (${param("before", "uuid")} is null or ${suggestions.id} < ${param("before", "uuid")})
    order by ${suggestions.id} desc limit ${param("limit", "int")}`,
);

export interface OpenSuggestions {
  count: number;
  /** Size of all changes of open suggestions, in bytes of JSON. */
  bytes: number;
}

/** The number and size of open suggestions; always one row. */
export const countOpenSuggestions = statement<{ tripId: string }, OpenSuggestions>(
  "count_open_suggestions",
  sql`select count(*)::int as count, coalesce(sum(octet_length(${suggestions.lines}::text)), 0)::int as bytes from ${suggestions}
    where ${suggestions.tripId} = ${param("tripId", "uuid")} and ${suggestions.status} = 'open'`,
);

const ids = sql`any(${param("ids", "uuid[]")})`;

/** Returns, among the given ids, those that no new row can have any more, in any trip. */
export const selectUsedIds = statement<{ ids: string[] }, { id: string }>(
  "select_used_ids",
  sql`select ${stops.id} as id from ${stops} where ${stops.id} = ${ids}
    union select ${reservations.id} from ${reservations} where ${reservations.id} = ${ids}
    union select ${items.id} from ${items} where ${items.id} = ${ids}
    union select ${clientIds.id} from ${clientIds} where ${clientIds.id} = ${ids}`,
);

const answersOf = sql`select ${tripEvents.groupId} from ${tripEvents} where ${tripEvents.tripId} = ${param("tripId", "uuid")}
      and ${tripEvents.entityId} = ${param("id", "uuid")} and ${tripEvents.op} in ('suggestion.answered', 'suggestion.reopened')`;

export interface EarlierAcceptance {
  /** The group of an acceptance, or of the undo that reversed it. */
  groupId: string;
  /** Ids of the rows that the group created, deleted or not. */
  made: string[];
}

/** The earlier acceptances of a suggestion, and the undos of these acceptances. */
export const selectEarlierAcceptances = statement<{ tripId: string; id: string }, EarlierAcceptance>(
  "select_accepted_before",
  sql`select ${tripEvents.groupId} as "groupId", coalesce(array_agg(${tripEvents.entityId}) filter (where
      ${tripEvents.op} in ('stop.created', 'reservation.created', 'item.created')), '{}') as made
    from ${tripEvents} where ${tripEvents.tripId} = ${param("tripId", "uuid")} and ${tripEvents.groupId} = any(array(${answersOf}))
    group by ${tripEvents.groupId}`,
);

/** `suggestion` is the JSON of a SuggestionDto. */
export const insertSuggestion = statement<{ tripId: string; suggestion: string; at: Date }, never>(
  "insert_suggestion",
  sql`insert into ${suggestions} (id, trip_id, member_id, note, lines, base_seq, created_at, updated_at)
    select r.id, ${param("tripId", "uuid")}, r."memberId", r.note, r.lines, r."baseSeq", ${param("at", "timestamptz")}, ${param("at", "timestamptz")}
    from jsonb_to_record(${param("suggestion", "jsonb")}) as r(id uuid, "memberId" uuid, note text, lines jsonb, "baseSeq" int)`,
);

/** Writes the answer to a suggestion; `suggestion` is the JSON of a SuggestionDto. */
export const saveSuggestion = statement<{ tripId: string; id: string; suggestion: string; at: Date }, never>(
  "save_suggestion",
  sql`update ${suggestions} set lines = r.lines, status = r.status, answer = r.answer, answered_by = r."answeredBy",
      answered_at = r."answeredAt", version = ${suggestions.version} + 1, updated_at = ${param("at", "timestamptz")}
    from jsonb_to_record(${param("suggestion", "jsonb")})
      as r(lines jsonb, status text, answer text, "answeredBy" uuid, "answeredAt" timestamptz)
    where ${suggestions.tripId} = ${param("tripId", "uuid")} and ${suggestions.id} = ${param("id", "uuid")}`,
);
