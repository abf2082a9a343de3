import * as z from "zod";
import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from "./attachment-limits.ts";
import { CommentTarget } from "./comments.ts";
import { Id, NewId, strictLineField, rowFields } from "./fields.ts";
import { keepsDirection } from "./text-direction.ts";

/** The target of an attachment: the same kinds of rows that a thread can be about. */
export const AttachmentTarget = CommentTarget;
export type AttachmentTarget = CommentTarget;

/**
 * An attachment's name as members see it: without a path, and without characters that hide or reverse its file
 * extension.
 */
export const AttachmentName = strictLineField(200)
  .refine(
    (name) => !/[\\/]/.test(name) && name !== "." && name !== "..",
    "Send the file's name without folders.",
  )
  .refine(keepsDirection, "Remove the characters that change the direction of the text.");

/** The request to upload an attachment directly to the bucket; the client confirms the upload afterwards. */
export const AttachmentIntent = z.strictObject({
  id: NewId,
  target: AttachmentTarget,
  name: AttachmentName,
  contentType: z.enum(ATTACHMENT_TYPES),
  size: z.int().min(1).max(MAX_ATTACHMENT_BYTES, "At most 10 MiB."),
});
export type AttachmentIntent = z.infer<typeof AttachmentIntent>;

export const AttachmentDto = z
  .object({
    id: Id,
    target: AttachmentTarget,
    name: z.string(),
    contentType: z.enum(ATTACHMENT_TYPES),
    size: z.int().meta({ description: "bytes" }),
    memberId: Id.nullable().meta({ description: "who added it" }),
    ...rowFields,
  })
  .meta({ id: "Attachment" });
export type AttachmentDto = z.infer<typeof AttachmentDto>;
