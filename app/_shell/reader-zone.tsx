"use client";

import { NextIntlClientProvider, useLocale, useTimeZone } from "next-intl";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import { zoneCookie } from "#app/_i18n/locales.ts";
import { setPreferenceCookie } from "#app/_shell/preference-cookie.ts";
import { whenIdle } from "#app/_ui/when-idle.ts";

/**
 * Tells the server the reader's zone for its next pages; this one changes in place. To have the server render it again would
 * meet addresses that the page sets meanwhile, and Next loads a page whole whose address changed twice under its request.
 */
export function ReaderZone({ children }: { children: ReactNode }) {
  const rendered = useTimeZone();
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => {
    function tell(): void {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      if (!zone || zone === rendered) return;
      setPreferenceCookie(zoneCookie, zone);
      startTransition(() => setOwn(zone));
    }
    // To be asked for its zone for the first time keeps a phone busy for longer than a frame.
    return whenIdle(tell, 2000);
  }, [rendered]);
  return (
    <NextIntlClientProvider locale={useLocale()} timeZone={own ?? rendered}>
      {children}
    </NextIntlClientProvider>
  );
}
