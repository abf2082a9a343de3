import * as z from "zod";
import { CommentDto } from "./comments.ts";
import { TripEvent } from "./events.ts";
import { Id, Instant } from "./fields.ts";
import { MemberDto } from "./members.ts";
import { PreferencesDto } from "./preferences.ts";
import { VoteDto } from "./stops.ts";
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

const ExportedTrip = z.object({
  membership: MemberDto,
  trip: TripDto,
  comments: z.array(CommentDto).meta({ description: "of all its threads, oldest first" }),
  history: z.array(TripEvent).meta({ description: "oldest first" }),
});

const FormerTrip = z.object({
  tripId: Id,
  membership: MemberDto,
  comments: z.array(CommentDto).meta({ description: "the caller's own" }),
  votes: z.array(VoteDto).meta({ description: "the caller's own" }),
});

/** Everything about an account and what it may read, from one moment. A field that is added raises no version. */
export const AccountExport = z
  .object({
    format: z.literal("wayfare-export"),
    version: z.literal(1),
    exportedAt: Instant,
    profile: ExportedProfile,
    signInMethods: z.array(ExportedSignInMethod),
    sessions: z.array(ExportedSession),
    preferences: PreferencesDto.nullable().meta({ description: "null: none were ever changed" }),
    trips: z.array(ExportedTrip).meta({ description: "that the caller may read now" }),
    formerTrips: z
      .array(FormerTrip)
      .meta({ description: "that the caller was in, with what they wrote there themselves" }),
  })
  .meta({ id: "AccountExport" });
