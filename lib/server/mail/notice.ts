import type { Locale } from "#lib/server/auth/locale.ts";
import { nameDevice } from "#lib/shared/device-name.ts";
import { htmlOf, plainText } from "./email-parts.ts";
import type { MailMessage, NoticeKind } from "./message.ts";
import { NOTICE_WORDINGS } from "./notice-wording.ts";
import { WORDINGS } from "./wording.ts";

/** A change of an account, as its owner is notified. */
export interface Notice {
  kind: NoticeKind;
  at: Date;
  userAgent: string | null;
  /** The origin of the web app, for the link to its page. */
  site: string;
}

/**
 * Builds a mail that needs no confirmation: what happened, when, on which device, and what to do if it was somebody
 * else.
 */
export function noticeMail({ kind, at, userAgent, site }: Notice, to: string, locale: Locale): MailMessage {
  const words = NOTICE_WORDINGS[locale];
  const { subject, title, event, otherwise, page, button } = words.notices[kind];
  const link = `${site}${page}`;
  const request = event
    .replace("{when}", momentIn(locale, at))
    .replace("{device}", deviceIn(locale, userAgent));
  return {
    kind,
    to,
    subject,
    text: plainText([title, request, words.nothingToDo, `${otherwise}\n\n${link}`]),
    html: () =>
      htmlOf({
        locale,
        subject,
        title,
        request,
        main: { link, button, orCopy: WORDINGS[locale].orCopy },
        life: words.nothingToDo,
        unasked: otherwise,
      }),
    secret: null,
  };
}

/** Returns the instant as text with its time zone, because the reader's zone is unknown. */
function momentIn(locale: Locale, at: Date): string {
  const style = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat(locale === "zh" ? "zh-CN" : "en-GB", style).format(at)} (UTC)`;
}

function deviceIn(locale: Locale, userAgent: string | null): string {
  const { devices } = NOTICE_WORDINGS[locale];
  const { kind, browser, system } = nameDevice(userAgent);
  if (kind === "miniProgram") return devices.miniProgram;
  if (kind === "app") return system === null ? devices.app : devices.appOn.replace("{system}", system);
  if (browser !== null && system !== null)
    return devices.on.replace("{browser}", browser).replace("{system}", system);
  return browser ?? system ?? devices.unknown;
}
