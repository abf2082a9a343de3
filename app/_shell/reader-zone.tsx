"use client";

import { NextIntlClientProvider, useLocale, useTimeZone } from "next-intl";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import { zoneCookie } from "#app/_i18n/locales.ts";
import { setPreferenceCookie } from "#app/_shell/preference-cookie.ts";
import { whenIdle } from "#app/_ui/when-idle.ts";

/**
 * Stores the reader's time zone for the next pages that the server renders, and changes the time zone of this page in
 * place. The server does not render this page again, because the page may change its URL during the request, and Next
 * reloads a page completely when its URL changes twice during a request.
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
    // Finding out the time zone takes a phone longer than a frame the first time, so it waits until the browser is
    // idle.
    return whenIdle(tell, 2000);
  }, [rendered]);
  return (
    <NextIntlClientProvider locale={useLocale()} timeZone={own ?? rendered}>
      {children}
    </NextIntlClientProvider>
  );
}
