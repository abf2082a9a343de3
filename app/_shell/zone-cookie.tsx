"use client";

import { useTimeZone } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { zoneCookie } from "#app/_i18n/locales.ts";
import { setPreferenceCookie } from "#app/_shell/preference-cookie.ts";
import { whenIdle } from "#app/_ui/when-idle.ts";

/** Tells the server the reader's zone, and has the page rendered again when it was rendered for another. */
export function ZoneCookie() {
  const rendered = useTimeZone();
  const router = useRouter();
  useEffect(() => {
    function tell(): void {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      if (!zone || zone === rendered) return;
      const before = document.cookie;
      setPreferenceCookie(zoneCookie, zone);
      // Without cookies, or with a zone that the server does not know, asking again would go on forever.
      // Without a connection the router would leave the page for one that can't come.
      if (document.cookie !== before && navigator.onLine) router.refresh();
    }
    // To be asked for its zone for the first time keeps a phone busy for longer than a frame.
    return whenIdle(tell, 2000);
  }, [rendered, router]);
  return null;
}
