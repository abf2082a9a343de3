import * as z from "zod";
import { CommentTarget } from "./comments.ts";
import { AT_LEAST_ONE_FIELD, atLeastOneField, Id, Instant } from "./fields.ts";
import { NOTIFICATION_KINDS } from "./notification-kinds.ts";

export const NotificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof NotificationKind>;

/**
 * How a notification is delivered. `off`: not at all; `inbox`: in the app; `push`: in the app and as a push message to
 * devices that have allowed it.
 */
export const Delivery = z.enum(["off", "inbox", "push"]);
export type Delivery = z.infer<typeof Delivery>;

function perKind<Value extends z.ZodType>(value: Value) {
  return {
    mention: value,
    decision_closed: value,
    decision_tied: value,
    suggestion: value,
    suggestion_answered: value,
    settlement: value,
  } satisfies Record<NotificationKind, Value>;
}

/** A user's choices by kind of notification; a missing kind has its default. */
export const NotificationSettings = z.strictObject(perKind(Delivery)).partial();
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** A settlement from the view of one of its two members: they paid the other member, or were paid. */
const Payment = z.object({
  side: z.enum(["paid", "got"]),
  name: z.string().nullable().meta({ description: "of the other; null: whoever recorded it" }),
  amount: z.int(),
  currency: z.string(),
});

/** The data from which a client can make one entry of the inbox in any language, with a link. */
export const NotificationDetails = z.object({
  tripTitle: z.string(),
  actorName: z.string().nullable(),
  /**
   * The title or name of the row that the notification is about, as the group wrote it: a stop's name, a decision's
   * title.
   */
  subject: z.string().nullable(),
  /** The beginning of the comment. */
  excerpt: z.string().nullable(),
  target: CommentTarget.nullable(),
  entityId: Id.nullable(),
  payment: Payment.nullable().optional(),
});
export type NotificationDetails = z.infer<typeof NotificationDetails>;

export const NotificationDto = z
  .object({
    id: Id,
    tripId: Id,
    kind: NotificationKind,
    actorId: Id.nullable(),
    details: NotificationDetails,
    readAt: Instant.nullable(),
    createdAt: Instant,
  })
  .meta({ id: "Notification" });
export type NotificationDto = z.infer<typeof NotificationDto>;

/** `null` removes the user's choice for this trip. */
export const TripNotificationPatch = z
  .strictObject(perKind(Delivery.nullable()))
  .partial()
  .refine(atLeastOneField, AT_LEAST_ONE_FIELD);
export type TripNotificationPatch = z.infer<typeof TripNotificationPatch>;

export const TripNotificationSettings = z
  .object({
    settings: NotificationSettings.meta({ description: "what was chosen for this trip" }),
    effective: z
      .record(NotificationKind, Delivery)
      .meta({ description: "what holds: chosen here, else in general, else the default" }),
  })
  .meta({ id: "TripNotificationSettings" });
export type TripNotificationSettings = z.infer<typeof TripNotificationSettings>;

export const ReadNotifications = z.strictObject({
  ids: z.array(Id).min(1).max(200).optional().meta({ description: "these" }),
  upTo: Id.optional().meta({ description: "this one and all older ones" }),
});
export type ReadNotifications = z.infer<typeof ReadNotifications>;
