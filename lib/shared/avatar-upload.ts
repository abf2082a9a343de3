import type { Upload } from "./api/endpoint.ts";

/**
 * The file types and the size that the service accepts for an avatar; clients check the same limits before they upload.
 */
export const AVATAR_UPLOAD = {
  field: "file",
  maxBytes: 8 * 1024 * 1024,
  types: ["image/jpeg", "image/png", "image/webp", "image/gif"],
} as const satisfies Upload;
