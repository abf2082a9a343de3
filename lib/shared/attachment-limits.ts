export const ATTACHMENT_TYPES = ["application/pdf", "image/jpeg", "image/png", "image/webp"] as const;
/** Maximum size of one attachment in bytes. */
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;
/** Maximum number of live attachments of one trip. */
export const MAX_ATTACHMENTS = 50;
