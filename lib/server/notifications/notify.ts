import { markInboxRoomsDue } from "#db/queries/inbox-rooms.ts";
import { insertNotifications, updateQuotedExcerpt, selectRecipients } from "#db/queries/notifications.ts";
import type { CommentTarget } from "#lib/shared/comments.ts";
import { DEFAULT_DELIVERY } from "#lib/shared/notification-kinds.ts";
import type { NotificationDetails, NotificationKind } from "#lib/shared/notifications.ts";
import { type Role, ROLES, roleAtLeast } from "#lib/shared/roles.ts";
import type { Ctx } from "../context.ts";
import type { TripWrite } from "../writes/write.ts";

const EXCERPT_LENGTH = 140;

/** The user whose action it is, such as the `ctx` of the request. Actions of the service itself have no user. */
type Actor = Pick<Ctx, "viewer" | "via" | "newId">;

export interface Notification {
  kind: NotificationKind;
  /**
   * The recipients: members by id, or everyone whose role is at least this one. Members without an account, and those
   * who have left, get nothing.
   */
  to: { memberIds: readonly string[] } | { role: Role };
  /** The title of the notification's row as members wrote it: a stop's name, a decision's title. */
  subject?: string | null;
  /** The text of the comment, whose beginning is quoted. */
  text?: string | null;
  /** The target of the thread to which the notification leads. */
  target?: CommentTarget | null;
  /** The id of the comment, decision or suggestion that the notification is about. */
  entityId?: string | null;
  payment?: NotificationDetails["payment"];
  /** The user ids that may see the notification; absent: everyone in the trip. */
  visibleTo?: readonly string[] | null;
}

/**
 * Adds a notification to the inbox of everyone concerned except the actor, as each of them chose for this kind. It is
 * written in the write's own transaction, so it exists exactly when its event does.
 */
export async function notify(write: TripWrite, actor: Actor, notification: Notification): Promise<void> {
  const { kind, to, visibleTo = null } = notification;
  const tripId = write.trip.id;
  const actorId = actor.via === "system" ? null : actor.viewer.userId;
  const memberIds = "memberIds" in to ? [...to.memberIds] : [];
  const roles = "role" in to ? ROLES.filter((role) => roleAtLeast(role, to.role)) : [];
  if (memberIds.length === 0 && roles.length === 0) return;
  const audience = { tripId, kind, actorId, memberIds, roles, visibleTo: visibleTo && [...visibleTo] };
  const recipients = await selectRecipients(write.tx, audience);
  const rows = recipients.flatMap(({ userId, delivery, hasDevice }) => {
    const wanted = delivery ?? DEFAULT_DELIVERY[kind];
    const pushAt = wanted === "push" && hasDevice ? write.at : null;
    return wanted === "off" ? [] : [{ id: actor.newId(), userId, pushAt }];
  });
  if (rows.length === 0) return;
  const details = JSON.stringify(detailsOf(write, actor, notification));
  const common = { tripId, kind, actorId, details, at: write.at };
  write.send(insertNotifications(write.tx, { ...common, rows: JSON.stringify(rows) }));
  // The rows are written first: a room that opens meanwhile has either counted them, or this statement finds the room.
  write.send(noteChanged(write, rows));
}

async function noteChanged(write: TripWrite, rows: { userId: string }[]): Promise<void> {
  const userIds = rows.map(({ userId }) => userId);
  for (const room of await markInboxRoomsDue(write.tx, { userIds, at: write.at })) write.inboxes.push(room);
}

/** Updates the quotation in the notifications of a changed comment; null removes it. */
export function requoteNotifications(write: TripWrite, entityId: string, text: string | null): void {
  const excerpt = text === null ? null : excerptOf(text);
  write.send(updateQuotedExcerpt(write.tx, { tripId: write.trip.id, entityId, excerpt }));
}

function detailsOf(write: TripWrite, actor: Actor, notification: Notification): NotificationDetails {
  const { subject = null, text = null, target = null, entityId = null, payment } = notification;
  return {
    tripTitle: write.trip.title,
    actorName: actor.via === "system" ? null : actor.viewer.user.name,
    subject,
    excerpt: text === null ? null : excerptOf(text),
    target,
    entityId,
    ...(payment && { payment }),
  };
}

/** Returns the beginning of a text in one line, cut between characters as people count them. */
function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const characters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment);
  return characters.length > EXCERPT_LENGTH ? `${characters.slice(0, EXCERPT_LENGTH - 1).join("")}…` : line;
}
