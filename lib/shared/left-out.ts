import type { ImportNotice } from "./import-notices.ts";

/** The codes of the notices about a record of the file that is not added. */
export const LEFT_OUT_CODES = [
  "nameless",
  "track",
  "route",
  "shape",
  "network-link",
  "overlay",
  "booking",
  "unreadable",
] as const satisfies ReadonlyArray<ImportNotice["code"]>;
type LeftOutCode = (typeof LEFT_OUT_CODES)[number];

export type LeftOutNotice = Extract<ImportNotice, { code: LeftOutCode }>;

export function isLeftOut(notice: ImportNotice): notice is LeftOutNotice {
  return LEFT_OUT_CODES.some((code) => code === notice.code);
}
