import * as z from "zod";
import { Id, Instant, NewId, paragraphField, rowFields } from "./fields.ts";

export const CommentCount = z.int().min(0);

export const COMMENT_TARGETS = ["trip", "stop", "reservation", "expense"] as const;
export const CommentTarget = z.strictObject({ kind: z.enum(COMMENT_TARGETS), id: Id });
export type CommentTarget = z.infer<typeof CommentTarget>;

const Body = paragraphField(5000).min(1, "Write something first.");

const Mentions = z
  .array(Id)
  .max(50)
  .refine((ids) => new Set(ids).size === ids.length, "Name each member once.")
  .optional()
  .meta({ description: "member ids that the text names" });

export const NewComment = z.strictObject({
  id: NewId.optional(),
  target: CommentTarget,
  body: Body,
  mentions: Mentions,
});
export type NewComment = z.infer<typeof NewComment>;

export const CommentPatch = z.strictObject({ body: Body, mentions: Mentions });
export type CommentPatch = z.infer<typeof CommentPatch>;

/** A thread's target in the form `stop:{id}`, as in the query parameter `?target=`. */
export const TargetParam = z
  .string()
  .max(60)
  .transform((text, ctx) => {
    const [kind, id, rest] = text.split(":");
    const parsed = CommentTarget.safeParse({ kind, id });
    if (parsed.success && rest === undefined) return parsed.data;
    ctx.addIssue({ code: "custom", message: "Use trip:{id}, stop:{id}, reservation:{id} or expense:{id}." });
    return z.NEVER;
  })
  .meta({ examples: ["stop:0199b6a0-7c00-7000-8000-000000000000"], type: "string" });

export const CommentDto = z
  .object({
    id: Id,
    target: CommentTarget,
    memberId: Id,
    body: z.string(),
    mentions: z.array(Id),
    editedAt: Instant.nullable(),
    resolvedAt: Instant.nullable(),
    ...rowFields,
  })
  .meta({ id: "Comment" });
export type CommentDto = z.infer<typeof CommentDto>;

/** A thread with comments by other members that the caller has not read. */
export const UnreadThread = z
  .object({ target: CommentTarget, count: z.int().min(1), newestId: Id })
  .meta({ id: "UnreadThread" });
export type UnreadThread = z.infer<typeof UnreadThread>;

export const ReadMark = z.strictObject({
  target: CommentTarget,
  upTo: Id.meta({ description: "the newest comment that was read; older marks change nothing" }),
});
export type ReadMark = z.infer<typeof ReadMark>;
