"use client";

import { useLocale, useTimeZone } from "next-intl";
import { useMemo } from "react";
import { type Formats, makeFormats } from "#app/_i18n/formats.ts";

/** Formats in the reader's language and zone, for client components. */
export function useFormats(): Formats {
  const locale = useLocale();
  const zone = useTimeZone() ?? "UTC";
  return useMemo(() => makeFormats(locale, zone), [locale, zone]);
}
