import * as z from "zod";
import { CommentTarget } from "./comments.ts";
import { AT_LEAST_ONE_FIELD, atLeastOneField, Id, Instant } from "./fields.ts";
import { NOTIFICATION_KINDS } from "./notification-kinds.ts";

export const NotificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** off: not at all; inbox: in the app; push: there, and on devices that were allowed to. */
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

/** What a person wants, by kind; what is missing has its default. */
export const NotificationSettings = z.strictObject(perKind(Delivery)).partial();
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** A settlement as one of the two has it: they paid the other, or got it from them. */
const Payment = z.object({
  side: z.enum(["paid", "got"]),
  name: z.string().nullable().meta({ description: "of the other; null: whoever recorded it" }),
  amount: z.int(),
  currency: z.string(),
});

/** What a line of the inbox needs to be words in any language, and to lead somewhere. */
export const NotificationDetails = z.object({
  tripTitle: z.string(),
  actorName: z.string().nullable(),
  /** What it is about, in the group's own words: a stop's name, a decision's title. */
  subject: z.string().nullable(),
  /** The beginning of what was written. */
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

/** `null` takes the choice for this trip back. */
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
