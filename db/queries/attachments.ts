import { type SQL, sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { expenses } from "#db/schema/money.ts";
import { attachments } from "#db/schema/reservations.ts";
import type { AttachmentDto } from "#lib/shared/attachments.ts";
import { isVisibleTo, readerMemberId } from "./expenses.ts";
import { jsonObject, param } from "./projection.ts";
import { attachmentFields } from "./projections.ts";

const attachmentJson = jsonObject<AttachmentDto>(attachmentFields);

export interface AttachmentRow {
  attachment: AttachmentDto;
  objectKey: string;
  digest: string;
}

/**
 * An attachment, even a deleted one; `deletedAt` says whether it is. No row once its object was deleted from the store.
 */
export const selectAttachment = statement<{ tripId: string; id: string }, AttachmentRow>(
  "select_attachment",
  sql`select ${attachmentJson} as attachment, ${attachments.objectKey} as "objectKey", ${attachments.digest} as digest from ${attachments}
    where ${attachments.tripId} = ${param("tripId", "uuid")} and ${attachments.id} = ${param("id", "uuid")} and ${attachments.purgedAt} is null`,
);

/**
 * A condition: whether this member may see an attachment. One of a private expense is visible only to the expense's
 * members.
 */
export function isFileVisibleTo(member: SQL): SQL {
  return sql`(${attachments.targetKind} <> 'expense' or exists (select 1 from ${expenses}
    where ${expenses.id} = ${attachments.targetId} and ${isVisibleTo(member)}))`;
}

/** Live attachments that the reader may see, oldest first. */
export const selectAttachments = statement<{ tripId: string; userId: string }, { attachment: AttachmentDto }>(
  "select_attachments",
  sql`select ${attachmentJson} as attachment from ${attachments}
    where ${attachments.tripId} = ${param("tripId", "uuid")} and ${attachments.deletedAt} is null and ${isFileVisibleTo(readerMemberId)}
    order by ${attachments.id}`,
);

/** Live attachments of one target, oldest first. */
export const selectAttachmentsOf = statement<
  { tripId: string; targetId: string },
  { attachment: AttachmentDto }
>(
  "select_attachments_of",
  sql`select ${attachmentJson} as attachment from ${attachments}
    where ${attachments.tripId} = ${param("tripId", "uuid")} and ${attachments.targetId} = ${param("targetId", "uuid")}
      and ${attachments.deletedAt} is null order by ${attachments.id}`,
);

export interface AttachmentCounts {
  live: number;
  /** The number of attachments including deleted ones that can be restored. */
  stored: number;
}

/** The numbers of attachments; always one row. */
export const countAttachments = statement<{ tripId: string }, AttachmentCounts>(
  "select_attachment_room",
  sql`select count(*) filter (where ${attachments.deletedAt} is null)::int as live, count(*)::int as stored from ${attachments}
    where ${attachments.tripId} = ${param("tripId", "uuid")} and ${attachments.purgedAt} is null`,
);

export interface NewAttachmentRow {
  id: string;
  tripId: string;
  targetKind: string;
  targetId: string;
  name: string;
  contentType: string;
  size: number;
  digest: string;
  objectKey: string;
  memberId: string;
  at: Date;
}

export const insertAttachment = statement<NewAttachmentRow, never>(
  "insert_attachment",
  sql`insert into ${attachments} (id, trip_id, target_kind, target_id, name, content_type, size, digest, object_key, member_id, created_at, updated_at)
    values (${param("id", "uuid")}, ${param("tripId", "uuid")}, ${param("targetKind", "text")}, ${param("targetId", "uuid")}, ${param("name", "text")},
      ${param("contentType", "text")}, ${param("size", "int")}, ${param("digest", "text")}, ${param("objectKey", "text")}, ${param("memberId", "uuid")},
      ${param("at", "timestamptz")}, ${param("at", "timestamptz")})`,
);

/**
 * Deletes or restores an attachment, which can't change in any other way. No row once its object was deleted from the
 * store.
 */
export const saveAttachment = statement<
  { tripId: string; id: string; deletedAt: Date | null; at: Date },
  { attachment: AttachmentDto }
>(
  "save_attachment",
  sql`update ${attachments} set deleted_at = ${param("deletedAt", "timestamptz")}, version = ${attachments.version} + 1, updated_at = ${param("at", "timestamptz")}
    where ${attachments.tripId} = ${param("tripId", "uuid")} and ${attachments.id} = ${param("id", "uuid")} and ${attachments.purgedAt} is null
    returning ${attachmentJson} as attachment`,
);

/**
 * Gives up attachments that were deleted before an instant: from then on nobody can restore them, and their objects may
 * be deleted.
 */
export const claimExpiredAttachments = statement<
  { before: Date; at: Date; limit: number },
  { objectKey: string }
>(
  "claim_expired_attachments",
  sql`update ${attachments} set purged_at = ${param("at", "timestamptz")} where ${attachments.id} in (
      select due.id from ${attachments} due where due.deleted_at < ${param("before", "timestamptz")} and due.purged_at is null
      order by due.deleted_at limit ${param("limit", "int")} for update skip locked)
    returning ${attachments.objectKey} as "objectKey"`,
);

/** Returns, among the given objects, those that an attachment still needs. */
export const selectNeededObjects = statement<{ objectKeys: string[] }, { objectKey: string }>(
  "select_needed_objects",
  sql`select ${attachments.objectKey} as "objectKey" from ${attachments}
    where ${attachments.objectKey} = any(${param("objectKeys", "text[]")}) and ${attachments.purgedAt} is null`,
);
