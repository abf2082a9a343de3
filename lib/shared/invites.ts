import * as z from "zod";
import { Id, Instant, NewId } from "./fields.ts";

export const INVITE_ROLES = ["editor", "viewer"] as const;
const InviteRole = z.enum(INVITE_ROLES);

export const NewInvite = z.strictObject({
  id: NewId.optional(),
  role: InviteRole,
  email: z
    .email()
    .max(254)
    .optional()
    .meta({ description: "only this verified address may accept; no mail is sent" }),
  expiresInDays: z.int().min(1).max(365).default(14),
  maxUses: z.int().min(1).max(500).optional().meta({ description: "absent: any number" }),
});
export type NewInvite = z.infer<typeof NewInvite>;

export const InviteDto = z
  .object({
    id: Id,
    role: InviteRole,
    email: z.string().nullable(),
    expiresAt: Instant,
    maxUses: z.int().nullable(),
    uses: z.int(),
    createdBy: Id.meta({ description: "member id" }),
    version: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Invite" });
export type InviteDto = z.infer<typeof InviteDto>;

/** The only answer that ever holds the token; the database keeps its hash. */
export const CreatedInvite = InviteDto.extend({
  token: z.string(),
  url: z.url(),
  deletedAt: Instant.optional().meta({
    description: "a repeated create whose invite was revoked since: the link no longer works",
  }),
}).meta({ id: "CreatedInvite" });
export type CreatedInvite = z.infer<typeof CreatedInvite>;

export const InviteToken = z.string().regex(/^[\w-]{20,64}$/, "This is no invite link.");

export const InvitePreview = z
  .object({
    tripId: Id,
    tripTitle: z.string(),
    startDate: z.string().nullable(),
    endDate: z.string().nullable(),
    role: InviteRole,
    invitedBy: z.string(),
    memberCount: z.int(),
    isMember: z.boolean().meta({ description: "the caller is in the trip already" }),
  })
  .meta({ id: "InvitePreview" });
export type InvitePreview = z.infer<typeof InvitePreview>;

export const InviteAccepted = z.object({ tripId: Id, role: z.enum(["viewer", "editor", "owner", "guest"]) });
