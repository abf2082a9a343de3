import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { suggestions } from "#db/schema/decisions.ts";
import type { SuggestionDto } from "#lib/shared/suggestions.ts";
import { jsonObject, param } from "./projection.ts";
import { suggestionFields } from "./projections.ts";

const suggestionJson = jsonObject<SuggestionDto>(suggestionFields);

export const selectSuggestion = statement<{ tripId: string; id: string }, { suggestion: SuggestionDto }>(
  "select_suggestion",
  sql`select ${suggestionJson} as suggestion from ${suggestions}
    where ${suggestions.tripId} = ${param("tripId", "uuid")} and ${suggestions.id} = ${param("id", "uuid")}`,
);

/** Newest first; `before` is the last id of the page before. */
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
  /** Of their lines as JSON. */
  bytes: number;
}

/** Always one row. */
export const countOpenSuggestions = statement<{ tripId: string }, OpenSuggestions>(
  "count_open_suggestions",
  sql`select count(*)::int as count, coalesce(sum(octet_length(${suggestions.lines}::text)), 0)::int as bytes from ${suggestions}
    where ${suggestions.tripId} = ${param("tripId", "uuid")} and ${suggestions.status} = 'open'`,
);

/** `suggestion` is the JSON of a SuggestionDto. */
export const insertSuggestion = statement<{ tripId: string; suggestion: string; at: Date }, never>(
  "insert_suggestion",
  sql`insert into ${suggestions} (id, trip_id, member_id, note, lines, base_seq, created_at, updated_at)
    select r.id, ${param("tripId", "uuid")}, r."memberId", r.note, r.lines, r."baseSeq", ${param("at", "timestamptz")}, ${param("at", "timestamptz")}
    from jsonb_to_record(${param("suggestion", "jsonb")}) as r(id uuid, "memberId" uuid, note text, lines jsonb, "baseSeq" int)`,
);

/** Writes the answer of the row; `suggestion` is the JSON of a SuggestionDto. */
export const saveSuggestion = statement<{ tripId: string; id: string; suggestion: string; at: Date }, never>(
  "save_suggestion",
  sql`update ${suggestions} set lines = r.lines, status = r.status, answer = r.answer, answered_by = r."answeredBy",
      answered_at = r."answeredAt", version = ${suggestions.version} + 1, updated_at = ${param("at", "timestamptz")}
    from jsonb_to_record(${param("suggestion", "jsonb")})
      as r(lines jsonb, status text, answer text, "answeredBy" uuid, "answeredAt" timestamptz)
    where ${suggestions.tripId} = ${param("tripId", "uuid")} and ${suggestions.id} = ${param("id", "uuid")}`,
);
