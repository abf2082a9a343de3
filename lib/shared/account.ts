import * as z from "zod";
import { AttachmentDto } from "./attachments.ts";
import { CommentDto, CommentTarget } from "./comments.ts";
import { ExpenseDto } from "./expenses.ts";
import { TripEvent } from "./events.ts";
import { FeedScope } from "./feeds.ts";
import { Id, Instant } from "./fields.ts";
import { ItemDto } from "./items.ts";
import { MemberDto } from "./members.ts";
import { NotificationDetails, NotificationDto, NotificationSettings } from "./notifications.ts";
import { PreferencesDto } from "./preferences.ts";
import { VoteDto } from "./stops.ts";
import { SuggestionDto } from "./suggestions.ts";
import { TripDto } from "./trips.ts";

export const AccountDeletion = z.strictObject({
  password: z.string().min(1, "Enter your password.").max(128, "At most 128 characters.").optional().meta({
    description: "needed when the account has one; else the session must be younger than 10 minutes",
  }),
});
export type AccountDeletion = z.infer<typeof AccountDeletion>;

export const ExportedProfile = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable().meta({ description: "null: the account has no address yet" }),
  emailVerified: z.boolean(),
  image: z.string().nullable(),
  defaultCurrency: z.string(),
  twoFactorEnabled: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ExportedProfile = z.infer<typeof ExportedProfile>;

export const ExportedSignInMethod = z.object({
  providerId: z.string().meta({ description: "credential: a password" }),
  accountId: z.string().meta({ description: "who the person is to the provider" }),
  linkedAt: Instant,
});
export type ExportedSignInMethod = z.infer<typeof ExportedSignInMethod>;

export const ExportedSession = z.object({
  id: Id,
  isCurrent: z.boolean(),
  createdAt: Instant,
  lastUsedAt: Instant.meta({ description: "to the day" }),
  expiresAt: Instant,
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
});
export type ExportedSession = z.infer<typeof ExportedSession>;

export const ExportedPushSubscription = z.object({
  id: Id,
  isCurrent: z.boolean(),
  service: z.string().meta({ description: "the host that pushes; the address is a key, and not told" }),
  locale: z.enum(["en", "zh"]),
  createdAt: Instant,
});
export type ExportedPushSubscription = z.infer<typeof ExportedPushSubscription>;

export const ExportedNotification = z.object({
  ...NotificationDto.shape,
  details: NotificationDetails.nullable().meta({
    description: "null: of a trip that the caller may not read",
  }),
});
export type ExportedNotification = z.infer<typeof ExportedNotification>;

export const ExportedFeed = z.object({
  id: Id,
  scope: FeedScope,
  readAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  createdAt: Instant,
});
export type ExportedFeed = z.infer<typeof ExportedFeed>;

export const ExportedInvite = z.object({
  id: Id,
  role: z.enum(["guest", "viewer", "editor"]),
  memberId: Id.nullable().meta({ description: "the placeholder that it was for" }),
  expiresAt: Instant,
  maxUses: z.int().nullable(),
  uses: z.int(),
  revokedAt: Instant.nullable(),
  createdAt: Instant,
});
export type ExportedInvite = z.infer<typeof ExportedInvite>;

export const ExportedReadMark = z.object({ target: CommentTarget, upTo: Id, updatedAt: Instant });
export type ExportedReadMark = z.infer<typeof ExportedReadMark>;

export const ExportedAgentMessage = z.object({ id: Id, text: z.string(), createdAt: Instant });
export type ExportedAgentMessage = z.infer<typeof ExportedAgentMessage>;

/** The parts of the account export that belong to one member alone in a trip. */
const own = {
  suggestions: z.array(SuggestionDto).meta({
    description:
      "the caller's own; of trips that they may not read, without the values that were to be replaced",
  }),
  agentQuestions: z.array(ExportedAgentMessage).meta({ description: "what the caller asked the agent" }),
  calendarFeeds: z.array(ExportedFeed).meta({ description: "without their addresses, which are keys" }),
  invites: z
    .array(ExportedInvite)
    .meta({ description: "that the caller made, without their links and the addresses of others" }),
  readMarks: z.array(ExportedReadMark).meta({ description: "how far the caller has read each thread" }),
  notificationSettings: NotificationSettings.nullable().meta({ description: "null: nothing was chosen" }),
};

const ExportedTrip = z.object({
  membership: MemberDto,
  trip: TripDto,
  ...own,
  expenses: z
    .array(ExpenseDto)
    .meta({ description: "all that the caller sees, newest day first; the trip itself has only the newest" }),
  comments: z.array(CommentDto).meta({ description: "of all its threads, oldest first" }),
  history: z.array(TripEvent).meta({ description: "oldest first" }),
});

export const ExportedChange = z.object({
  seq: z.int(),
  op: z.string(),
  entityId: Id,
  at: Instant,
  fields: z.record(z.string(), z.unknown()).meta({ description: "what the caller made of them" }),
});
export type ExportedChange = z.infer<typeof ExportedChange>;

const FormerTrip = z.object({
  tripId: Id,
  membership: MemberDto,
  ...own,
  comments: z.array(CommentDto).meta({ description: "the caller's own" }),
  votes: z.array(VoteDto).meta({ description: "the caller's own" }),
  attachments: z.array(AttachmentDto).meta({ description: "that the caller added" }),
  items: z.array(ItemDto).meta({ description: "that only the caller could see" }),
  changes: z.array(ExportedChange).meta({ description: "that the caller made, oldest first" }),
});

/**
 * Everything that the service stores about an account, and what the account may read, all from one moment. A new field
 * does not raise the version.
 */
export const AccountExport = z
  .object({
    format: z.literal("wayfare-export"),
    version: z.literal(1),
    exportedAt: Instant,
    profile: ExportedProfile,
    signInMethods: z.array(ExportedSignInMethod),
    sessions: z.array(ExportedSession),
    preferences: PreferencesDto.nullable().meta({ description: "null: none were ever changed" }),
    pushSubscriptions: z.array(ExportedPushSubscription),
    notifications: z.array(ExportedNotification).meta({ description: "the inbox, oldest first" }),
    trips: z.array(ExportedTrip).meta({ description: "that the caller may read now" }),
    formerTrips: z
      .array(FormerTrip)
      .meta({ description: "that the caller was in, with what they wrote there themselves" }),
  })
  .meta({ id: "AccountExport" });
