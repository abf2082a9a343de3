import type { Upload } from "./api/endpoint.ts";

/** What the service takes as a picture; clients check the same before they send. */
export const AVATAR_UPLOAD = {
  field: "file",
  maxBytes: 8 * 1024 * 1024,
  types: ["image/jpeg", "image/png", "image/webp", "image/gif"],
} as const satisfies Upload;
