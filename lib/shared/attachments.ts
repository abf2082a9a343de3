import * as z from "zod";
import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from "./attachment-limits.ts";
import { CommentTarget } from "./comments.ts";
import { Id, NewId, oneLine, rowFields } from "./fields.ts";
import { keepsDirection } from "./text-direction.ts";

/** What a file hangs on: the same things that a thread does. */
export const AttachmentTarget = CommentTarget;
export type AttachmentTarget = CommentTarget;

/** A file's name as people see it: no path, nothing that hides or turns its ending. */
export const AttachmentName = oneLine(200)
  .refine(
    (name) => !/[\\/]/.test(name) && name !== "." && name !== "..",
    "Send the file's name without folders.",
  )
  .refine(keepsDirection, "Remove the characters that change the direction of the text.");

/** A file that goes to the bucket by itself, before it is confirmed. */
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
