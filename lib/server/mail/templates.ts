import type { Locale } from "#lib/server/auth/locale.ts";
import { htmlOf, plainText } from "./email-parts.ts";
import type { CodeUse, LinkKind, MailMessage, OtpKind } from "./message.ts";
import { WORDINGS } from "./wording.ts";

/** Builds a mail with a six-digit code; `use` selects its text where the kind alone does not. */
export function codeMail(
  kind: OtpKind,
  to: string,
  code: string,
  locale: Locale,
  use: CodeUse = kind,
): MailMessage {
  const words = WORDINGS[locale];
  const { title, request, subject: pattern, power } = words.codes[use];
  const unasked = words.codeUnasked.replace("{power}", power);
  const subject = pattern.replace("{code}", code);
  return {
    kind,
    to,
    subject,
    text: plainText([title, `${request}\n\n    ${code}`, words.codeLife, unasked]),
    html: () =>
      htmlOf({
        locale,
        subject,
        title,
        request,
        main: { code },
        life: words.codeLife,
        unasked,
      }),
    secret: { code },
  };
}

/** Builds a mail with a link; `address` is the e-mail address that the request is about. */
export function linkMail(
  kind: LinkKind,
  to: string,
  link: string,
  locale: Locale,
  address = to,
): MailMessage {
  const words = WORDINGS[locale];
  const { title, request: pattern, subject, button } = words.links[kind];
  const request = pattern.replace("{address}", () => address);
  return {
    kind,
    to,
    subject,
    text: plainText([title, `${request}\n\n${link}`, words.linkLife, words.linkUnasked]),
    html: () =>
      htmlOf({
        locale,
        subject,
        title,
        request,
        main: { link, button, orCopy: words.orCopy },
        life: words.linkLife,
        unasked: words.linkUnasked,
      }),
    secret: { link },
  };
}
