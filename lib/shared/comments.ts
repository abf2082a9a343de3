import * as z from "zod";
import { Id, Instant, NewId, paragraph } from "./fields.ts";

export const CommentCount = z.int().min(0);

export const COMMENT_TARGETS = ["trip", "stop"] as const;
export const CommentTarget = z.strictObject({ kind: z.enum(COMMENT_TARGETS), id: Id });
export type CommentTarget = z.infer<typeof CommentTarget>;

const Body = paragraph(5000).min(1, "Write something first.");

export const NewComment = z.strictObject({ id: NewId.optional(), target: CommentTarget, body: Body });
export type NewComment = z.infer<typeof NewComment>;

export const CommentPatch = z.strictObject({ body: Body });
export type CommentPatch = z.infer<typeof CommentPatch>;

/** `stop:{id}` as in `?target=`. */
export const TargetParam = z
  .string()
  .max(60)
  .transform((text, ctx) => {
    const [kind, id, rest] = text.split(":");
    const parsed = CommentTarget.safeParse({ kind, id });
    if (parsed.success && rest === undefined) return parsed.data;
    ctx.addIssue({ code: "custom", message: "Use trip:{id} or stop:{id}." });
    return z.NEVER;
  })
  .meta({ examples: ["stop:0199b6a0-7c00-7000-8000-000000000000"], type: "string" });

export const CommentDto = z
  .object({
    id: Id,
    target: CommentTarget,
    memberId: Id,
    body: z.string(),
    editedAt: Instant.nullable(),
    resolvedAt: Instant.nullable(),
    deletedAt: Instant.nullable(),
    version: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Comment" });
export type CommentDto = z.infer<typeof CommentDto>;
