import { getRequestConfig } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { loadMessages } from "#app/_i18n/load-messages.ts";
import { localeCookie, pickLocale, zoneCookie } from "#app/_i18n/locales.ts";
import { isTimeZone } from "#lib/shared/dates.ts";

/** Returns the language, the time zone and the time of one request. next.config names this file for next-intl. */
export default getRequestConfig(async ({ locale: asked }) => {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const locale = pickLocale(asked ?? jar.get(localeCookie)?.value, head.get("accept-language"));
  // The time zone is checked, because the cookie, which Next has decoded, may contain any text.
  const zone = jar.get(zoneCookie)?.value ?? "";
  return {
    locale,
    messages: await loadMessages(locale),
    timeZone: isTimeZone(zone) ? zone : "UTC",
    now: new Date(),
  };
});
