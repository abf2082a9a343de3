import * as z from "zod";
import { DisplayName } from "./display-name.ts";
import { Id, Instant, NewId } from "./fields.ts";
import { INVITE_ROLES, ROLES } from "./roles.ts";

export const MemberDto = z
  .object({
    id: Id,
    userId: Id.nullable().meta({ description: "null: a placeholder without an account" }),
    hasAccount: z.boolean().meta({
      description: "false: a placeholder, or a guest who has not signed up, and who can have no other role",
    }),
    name: z.string(),
    image: z.string().nullable(),
    role: z.enum(ROLES),
    leftAt: Instant.nullable(),
    version: z.int(),
    updatedAt: Instant,
  })
  .meta({ id: "Member" });
export type MemberDto = z.infer<typeof MemberDto>;

/** A member in the form that events carry. */
export const MemberNews = MemberDto.extend({
  mergedInto: Id.optional().meta({
    description: "of a placeholder that left: the member who it turned out to be",
  }),
  separatedFrom: Id.optional().meta({
    description: "of a placeholder that came back: the member who it had been merged into",
  }),
}).meta({ id: "MemberNews" });
export type MemberNews = z.infer<typeof MemberNews>;

export const MemberPatch = z.strictObject({ role: z.enum(INVITE_ROLES) });
export type MemberPatch = z.infer<typeof MemberPatch>;

/** The request to add a placeholder: a person without an account, under a name. */
export const NewPlaceholder = z.strictObject({ id: NewId.optional(), name: DisplayName });
export type NewPlaceholder = z.infer<typeof NewPlaceholder>;

export const PlaceholderPatch = NewPlaceholder.pick({ name: true });
export type PlaceholderPatch = z.infer<typeof PlaceholderPatch>;

export const PlaceholderMerge = z.strictObject({
  into: Id.meta({ description: "member id of who the placeholder turned out to be; they may have left" }),
});
export type PlaceholderMerge = z.infer<typeof PlaceholderMerge>;

export const OwnershipTransfer = z.strictObject({ userId: Id });
