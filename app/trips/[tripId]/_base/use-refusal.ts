"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ErrorBody, ErrorCode } from "#lib/shared/errors.ts";

/** The error codes that have a message of their own. */
const SAID = [
  "ARCHIVED",
  "FORBIDDEN",
  "DEMO_READ_ONLY",
  "NOT_FOUND",
  "LIMIT_REACHED",
  "UNDO_CONFLICT",
  "NOT_UNDOABLE",
  "TIED",
  "NOT_OPEN",
  "RATE_LIMITED",
  "LAST_OWNER",
  "NEEDS_ACCOUNT",
  "GUEST_LIMITED",
  "ID_TAKEN",
] as const satisfies readonly ErrorCode[];
type Said = (typeof SAID)[number];

function isSaid(code: string): code is Said {
  return SAID.some((each) => each === code);
}

/** Returns the message for a refused write, in the reader's language. */
export function useRefusal(): (error: ErrorBody) => string {
  const t = useTranslations("trip");
  return ({ code }) => (isSaid(code) ? t(`refused.${code}`) : t("refused.other"));
}
