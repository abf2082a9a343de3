import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { agentMessages } from "#db/schema/agent.ts";
import { commentReads } from "#db/schema/comments.ts";
import { suggestions } from "#db/schema/decisions.ts";
import { tripEvents } from "#db/schema/events.ts";
import { calendarFeeds } from "#db/schema/feeds.ts";
import { items } from "#db/schema/items.ts";
import { invites } from "#db/schema/members.ts";
import { notifications, tripNotificationSettings } from "#db/schema/notifications.ts";
import { attachments } from "#db/schema/reservations.ts";
import type {
  ExportedChange,
  ExportedFeed,
  ExportedInvite,
  ExportedNotification,
  ExportedAgentMessage,
  ExportedReadMark,
} from "#lib/shared/account.ts";
import type { AttachmentDto } from "#lib/shared/attachments.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import type { SuggestionDto } from "#lib/shared/suggestions.ts";
import { isTripAccessible } from "./notifications.ts";
import { isoInstant, jsonArray, jsonColumns, jsonObject, param } from "./projection.ts";
import { attachmentFields, itemFields, suggestionFields } from "./projections.ts";

/* The export's parts that belong to one user alone, as JSON texts. */

const notificationJson = jsonObject<ExportedNotification>({
  id: notifications.id,
  tripId: notifications.tripId,
  kind: notifications.kind,
  actorId: notifications.actorId,
  details: sql`case when ${isTripAccessible} then ${notifications.details} end`,
  readAt: isoInstant(notifications.readAt),
  createdAt: isoInstant(notifications.createdAt),
});

interface Page {
  /** The last id of the previous page; null: the first page is read. */
  after: string | null;
  limit: number;
}

export const selectNotificationTexts = statement<{ userId: string } & Page, { id: string; text: string }>(
  "select_notification_texts",
  sql`select ${notifications.id} as id, ${notificationJson}::text as text from ${notifications}
    where ${notifications.userId} = ${param("userId", "uuid")} and (${param("after", "uuid")} is null or ${notifications.id} > ${param("after", "uuid")})
    order by ${notifications.id} limit ${param("limit", "int")}`,
);

// The old values that a suggestion's change would replace are texts of other members, so they are left out.
const ownLines = sql`coalesce((select json_agg(line || '{"before": null}' order by place)
  from jsonb_array_elements(${suggestions.lines}) with ordinality as each(line, place)), '[]'::json)`;
const suggestionJson = jsonObject<SuggestionDto>({
  ...suggestionFields,
  lines: sql`case when ${param("isReadable", "bool")} then ${suggestions.lines}::json else ${ownLines} end`,
});

export const selectSuggestionTexts = statement<
  { memberId: string; isReadable: boolean } & Page,
  { id: string; text: string }
>(
  "select_suggestion_texts",
  sql`select ${suggestions.id} as id, ${suggestionJson}::text as text from ${suggestions}
    where ${suggestions.memberId} = ${param("memberId", "uuid")} and (${param("after", "uuid")} is null or ${suggestions.id} > ${param("after", "uuid")})
    order by ${suggestions.id} limit ${param("limit", "int")}`,
);

const questionJson = jsonObject<ExportedAgentMessage>({
  id: agentMessages.id,
  text: sql`${agentMessages.parts} -> 0 ->> 'text'`,
  createdAt: isoInstant(agentMessages.createdAt),
});

/** The messages that a user sent to a trip's agent; the agent's answers belong to the group. */
export const selectAgentMessageTexts = statement<{ memberId: string } & Page, { id: string; text: string }>(
  "select_agent_question_texts",
  sql`select ${agentMessages.id} as id, ${questionJson}::text as text from ${agentMessages}
    where ${agentMessages.memberId} = ${param("memberId", "uuid")} and ${agentMessages.role} = 'user'
      and (${param("after", "uuid")} is null or ${agentMessages.id} > ${param("after", "uuid")})
    order by ${agentMessages.id} limit ${param("limit", "int")}`,
);

const feedColumns = jsonColumns<ExportedFeed>({
  id: calendarFeeds.id,
  scope: calendarFeeds.scope,
  readAt: isoInstant(calendarFeeds.readAt),
  revokedAt: isoInstant(calendarFeeds.revokedAt),
  createdAt: isoInstant(calendarFeeds.createdAt),
});

const inviteColumns = jsonColumns<ExportedInvite>({
  id: invites.id,
  role: invites.role,
  memberId: invites.memberId,
  expiresAt: isoInstant(invites.expiresAt),
  maxUses: invites.maxUses,
  uses: invites.uses,
  revokedAt: isoInstant(invites.revokedAt),
  createdAt: isoInstant(invites.createdAt),
});

const markColumns = jsonColumns<ExportedReadMark>({
  target: sql`json_build_object('kind', ${commentReads.targetKind}, 'id', ${commentReads.targetId})`,
  upTo: commentReads.upTo,
  updatedAt: isoInstant(commentReads.updatedAt),
});

const memberId = param("memberId", "uuid");
const tripId = param("tripId", "uuid");
const userId = param("userId", "uuid");

export interface MemberRowTexts {
  calendarFeeds: string;
  invites: string;
  readMarks: string;
  notificationSettings: string;
}

/** The rows of one trip that belong to one member alone. */
export const selectMemberRowTexts = statement<
  { tripId: string; memberId: string; userId: string },
  MemberRowTexts
>(
  "select_own_texts",
  sql`select ${jsonArray(sql`select ${feedColumns} from ${calendarFeeds} where ${calendarFeeds.memberId} = ${memberId}
      order by ${calendarFeeds.id}`)}::text as "calendarFeeds",
    ${jsonArray(sql`select ${inviteColumns} from ${invites} where ${invites.createdBy} = ${memberId} order by ${invites.id}`)}::text as invites,
    ${jsonArray(sql`select ${markColumns} from ${commentReads} where ${commentReads.memberId} = ${memberId}
      order by ${commentReads.targetKind}, ${commentReads.targetId}`)}::text as "readMarks",
    coalesce((select ${tripNotificationSettings.settings}::text from ${tripNotificationSettings}
      where ${tripNotificationSettings.userId} = ${userId} and ${tripNotificationSettings.tripId} = ${tripId}), 'null') as "notificationSettings"`,
);

/**
 * For a trip that the user may not read: the attachments that they added and the rows that only they could see, deleted
 * ones included.
 */
export const selectLeftTripTexts = statement<
  { tripId: string; memberId: string; userId: string },
  { attachments: string; items: string }
>(
  "select_left_texts",
  sql`select ${jsonArray(sql`select ${jsonColumns<AttachmentDto>(attachmentFields)} from ${attachments}
      where ${attachments.tripId} = ${tripId} and ${attachments.memberId} = ${memberId} order by ${attachments.id}`)}::text as attachments,
    ${jsonArray(sql`select ${jsonColumns<ItemDto>(itemFields)} from ${items}
      where ${items.tripId} = ${tripId} and ${items.ownerId} = ${userId} order by ${items.list}, ${items.position}, ${items.id}`)}::text as items`,
);

/** Only the fields that the user wrote; a suggestion's changes are exported elsewhere, without texts of others. */
const written = sql`case when ${tripEvents.before} is null then ${tripEvents.after} else coalesce((select jsonb_object_agg(key, value)
  from jsonb_each(${tripEvents.after}) where ${tripEvents.before} ? key), '{}') end - 'lines'`;

const changeJson = jsonObject<ExportedChange>({
  seq: tripEvents.seq,
  op: tripEvents.op,
  entityId: tripEvents.entityId,
  at: isoInstant(tripEvents.at),
  fields: written,
});

/** The events of a user's writes in a trip, oldest first. */
export const selectUserEventTexts = statement<
  { tripId: string; userId: string; after: number; limit: number },
  { seq: number; text: string }
>(
  "select_change_texts",
  sql`select ${tripEvents.seq} as seq, ${changeJson}::text as text from ${tripEvents}
    where ${tripEvents.tripId} = ${tripId} and ${tripEvents.seq} > ${param("after", "int")} and ${tripEvents.actorId} = ${userId}
      and (${tripEvents.visibleTo} is null or ${userId} = any(${tripEvents.visibleTo}))
    order by ${tripEvents.seq} limit ${param("limit", "int")}`,
);
