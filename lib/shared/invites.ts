import * as z from "zod";
import { Id, Instant, NewId } from "./fields.ts";
import { INVITE_ROLES } from "./roles.ts";
import { normalizeEmail } from "./typed-sign-in.ts";

const InviteRole = z.enum(INVITE_ROLES);

export const NewInvite = z.strictObject({
  id: NewId.optional(),
  role: InviteRole,
  email: z
    .string()
    .overwrite(normalizeEmail)
    .check(z.email())
    .max(254)
    .optional()
    .meta({ description: "only this verified address may accept; no mail is sent" }),
  expiresInDays: z.int().min(1).max(365).default(14),
  maxUses: z.int().min(1).max(500).optional().meta({ description: "absent: any number" }),
  memberId: Id.optional().meta({
    description: "a placeholder, whose place the first person to accept takes",
  }),
});
export type NewInvite = z.infer<typeof NewInvite>;

export const InviteDto = z
  .object({
    id: Id,
    role: InviteRole,
    email: z.string().nullable(),
    memberId: Id.nullable().meta({ description: "the placeholder whose place it hands over" }),
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

/** The only answer that ever holds the invite's token; the database stores its hash. */
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
    isPersonal: z.boolean().meta({
      description: "one address alone may accept: nobody can come in as a guest by it",
    }),
    placeholderName: z.string().nullable().meta({ description: "whose place it hands over" }),
    ownName: z.string().nullable().meta({
      description:
        "the caller's name in the trip, where they are or were in it and the link hands over a placeholder: they are asked whether both are one person",
    }),
  })
  .meta({ id: "InvitePreview" });
export type InvitePreview = z.infer<typeof InvitePreview>;

export const InviteAnswer = z.strictObject({
  merge: z.enum(["true", "false"]).optional().meta({
    description:
      "for who is or was in the trip and opens the link of a placeholder: true if that is them, too, and all that refers to it becomes theirs; false if not. Without it the answer is 409 SAME_PERSON",
  }),
});

export const InviteAccepted = z.object({ tripId: Id, role: z.enum(["viewer", "editor", "owner", "guest"]) });
