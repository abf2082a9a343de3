/**
 * Why a file can't be read at all: `details.fault` of the error, from which pages make a sentence in the user's
 * language.
 */
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
