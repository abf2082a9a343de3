export const ATTACHMENT_TYPES = ["application/pdf", "image/jpeg", "image/png", "image/webp"] as const;
/** Bytes of one file. */
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;
/** Live files of one trip. */
export const MAX_ATTACHMENTS = 50;
