"use client";

import { useLocale, useTimeZone } from "next-intl";
import { useMemo } from "react";
import { type Formats, makeFormats } from "#app/_i18n/formats.ts";
import { useHeadingYears } from "#app/_i18n/heading-years.tsx";

/** Returns formats in the reader's language and time zone, for client components. */
export function useFormats(): Formats {
  const locale = useLocale();
  const zone = useTimeZone() ?? "UTC";
  const said = useHeadingYears();
  return useMemo(() => makeFormats(locale, zone, said), [locale, zone, said]);
}
