import * as z from "zod";
import { Id, Instant } from "./fields.ts";

/** Unpadded base64url of `length` bytes, as `PushSubscription.toJSON()` writes it. */
function bytes(length: number) {
  const characters = Math.ceil((length * 4) / 3);
  return z
    .string()
    .length(characters, `Give ${length} bytes as base64url without padding.`)
    .regex(/^[\w-]+$/, "Use base64url.");
}

/** The subscription that a browser's `PushManager.subscribe()` returns. */
export const NewPushSubscription = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/, error: "Use the address that the browser gives." }).max(2000),
  keys: z.strictObject({ p256dh: bytes(65), auth: bytes(16) }),
  locale: z
    .enum(["en", "zh"])
    .meta({ description: "of its messages, unless the preferences name a language" }),
});
export type NewPushSubscription = z.infer<typeof NewPushSubscription>;

export const PushSubscriptionDto = z
  .object({
    id: Id,
    createdAt: Instant,
    isCurrent: z.boolean().meta({ description: "made by the session that asks" }),
  })
  .meta({ id: "PushSubscription" });
export type PushSubscriptionDto = z.infer<typeof PushSubscriptionDto>;

export const PushState = z
  .object({
    publicKey: z
      .string()
      .nullable()
      .meta({ description: "`applicationServerKey` for the browser; null: this service sends no pushes" }),
    subscriptions: z.array(PushSubscriptionDto),
  })
  .meta({ id: "PushState" });
export type PushState = z.infer<typeof PushState>;
