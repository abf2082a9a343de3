import type { Upload } from "./api/endpoint.ts";

/** What the service accepts as an avatar; clients check the same limits before they upload. */
export const AVATAR_UPLOAD = {
  field: "file",
  maxBytes: 8 * 1024 * 1024,
  types: ["image/jpeg", "image/png", "image/webp", "image/gif"],
} as const satisfies Upload;
