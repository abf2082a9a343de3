/** Why nothing of a file can be read, which pages say in their own language: `details.fault` of the refusal. */
export const FILE_FAULTS = [
  "archive",
  "crowded-archive",
  "deep",
  "document-type",
  "encoding",
  "encrypted",
  "fields",
  "json",
  "large-archive",
  "people",
  "too-much",
  "xml",
] as const;

export type FileFault = (typeof FILE_FAULTS)[number];
