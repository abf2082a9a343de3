import { getLocale, getTimeZone } from "next-intl/server";
import { type Formats, makeFormats } from "#app/_i18n/formats.ts";

/** Returns formats in the reader's language and time zone, for server components. */
export async function getFormats(): Promise<Formats> {
  return makeFormats(await getLocale(), await getTimeZone());
}
