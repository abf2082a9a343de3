import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { comments } from "#db/schema/comments.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import { param } from "./projection.ts";
import { commentJson } from "./projections.ts";

/** A comment, even a deleted one; `deletedAt` says whether it is. */
export const selectComment = statement<{ tripId: string; id: string }, { comment: CommentDto }>(
  "select_comment",
  sql`select ${commentJson} as comment from ${comments}
    where ${comments.tripId} = ${param("tripId", "uuid")} and ${comments.id} = ${param("id", "uuid")}`,
);

/** The comments of one thread, oldest first; `after` is the last id of the page before. */
export const selectThread = statement<
  { tripId: string; kind: string; targetId: string; after: string | null; limit: number },
  { comment: CommentDto }
>(
  "select_thread",
  sql`select ${commentJson} as comment from ${comments} where ${comments.tripId} = ${param("tripId", "uuid")}
    and ${comments.targetKind} = ${param("kind", "text")} and ${comments.targetId} = ${param("targetId", "uuid")} and ${comments.deletedAt} is null
    and (${param("after", "uuid")} is null or ${comments.id} > ${param("after", "uuid")}) order by ${comments.id} limit ${param("limit", "int")}`,
);

export const insertComment = statement<
  {
    id: string;
    tripId: string;
    kind: string;
    targetId: string;
    memberId: string;
    body: string;
    mentions: string[];
    at: Date;
  },
  { comment: CommentDto }
>(
  "insert_comment",
  sql`insert into ${comments} (id, trip_id, target_kind, target_id, member_id, body, mentions, created_at, updated_at)
    values (${param("id", "uuid")}, ${param("tripId", "uuid")}, ${param("kind", "text")}, ${param("targetId", "uuid")}, ${param("memberId", "uuid")},
      ${param("body", "text")}, ${param("mentions", "uuid[]")}, ${param("at", "timestamptz")}, ${param("at", "timestamptz")}) returning ${commentJson} as comment`,
);

/** Writes every field of the row; `comment` is `{ body, mentions, editedAt, resolvedAt, deletedAt }` as JSON. */
export const saveComment = statement<
  { tripId: string; id: string; comment: string; at: Date },
  { comment: CommentDto }
>(
  "save_comment",
  sql`update ${comments} set body = r.body, mentions = r.mentions, edited_at = r."editedAt", resolved_at = r."resolvedAt", deleted_at = r."deletedAt",
      version = ${comments.version} + 1, updated_at = ${param("at", "timestamptz")}
    from jsonb_to_record(${param("comment", "jsonb")}) as r(body text, mentions uuid[], "editedAt" timestamptz, "resolvedAt" timestamptz, "deletedAt" timestamptz)
    where ${comments.tripId} = ${param("tripId", "uuid")} and ${comments.id} = ${param("id", "uuid")} returning ${commentJson} as comment`,
);

/** The newest few comments of each given thread, newest first. */
export const selectLatestComments = statement<
  { tripId: string; kind: string; targetIds: string[]; each: number },
  { comment: CommentDto }
>(
  "select_latest_comments",
  sql`select latest.comment from unnest(${param("targetIds", "uuid[]")}) as target(id)
    join lateral (select ${commentJson} as comment, ${comments.id} as id from ${comments}
      where ${comments.tripId} = ${param("tripId", "uuid")} and ${comments.targetKind} = ${param("kind", "text")}
        and ${comments.targetId} = target.id and ${comments.deletedAt} is null
      order by ${comments.id} desc limit ${param("each", "int")}) latest on true
    order by latest.id desc`,
);
