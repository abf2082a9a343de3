import * as z from "zod";
import { Id, Instant } from "./fields.ts";
import { ROLES } from "./roles.ts";

export const MemberDto = z
  .object({
    id: Id,
    userId: Id.nullable().meta({ description: "null: a placeholder without an account" }),
    name: z.string(),
    image: z.string().nullable(),
    role: z.enum(ROLES),
    leftAt: Instant.nullable(),
    version: z.int(),
    updatedAt: Instant,
  })
  .meta({ id: "Member" });
export type MemberDto = z.infer<typeof MemberDto>;

export const MemberPatch = z.strictObject({ role: z.enum(["viewer", "editor"]) });
export type MemberPatch = z.infer<typeof MemberPatch>;

export const Transfer = z.strictObject({ userId: Id });
