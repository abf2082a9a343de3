import { getRequestConfig } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { loadMessages } from "#app/_i18n/load-messages.ts";
import { localeCookie, pickLocale, zoneCookie } from "#app/_i18n/locales.ts";
import { isTimeZone } from "#lib/shared/dates.ts";

/** Language, time zone and moment of one request. next.config names this file to next-intl. */
export default getRequestConfig(async ({ locale: asked }) => {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const locale = pickLocale(asked ?? jar.get(localeCookie)?.value, head.get("accept-language"));
  // Next has decoded it; what a browser holds under this name may be anything.
  const zone = jar.get(zoneCookie)?.value ?? "";
  return {
    locale,
    messages: await loadMessages(locale),
    timeZone: isTimeZone(zone) ? zone : "UTC",
    now: new Date(),
  };
});
