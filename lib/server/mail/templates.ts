import type { Locale } from "#lib/server/auth/locale.ts";
import { codeBlock, htmlPage, linkBlock } from "./layout.ts";
import type { LinkKind, MailMessage, OtpKind } from "./message.ts";
import { WORDINGS } from "./wording.ts";

/** A mail with a six-digit code. */
export function codeMail(kind: OtpKind, to: string, code: string, locale: Locale): MailMessage {
  const words = WORDINGS[locale];
  const { title, request, subject: pattern } = words.codes[kind];
  const subject = pattern.replace("{code}", code);
  const after = [words.codeLife, words.codeUnasked];
  return {
    kind,
    to,
    subject,
    text: plainText([title, `${request}\n\n    ${code}`, ...after]),
    html: htmlPage({ locale, subject, title, before: [request], main: codeBlock(code), after }),
    secret: { code },
  };
}

/** A mail with a link to open. */
export function linkMail(kind: LinkKind, to: string, link: string, locale: Locale): MailMessage {
  const words = WORDINGS[locale];
  const { title, request, subject, button } = words.links[kind];
  const after = [words.linkLife, words.linkUnasked];
  return {
    kind,
    to,
    subject,
    text: plainText([title, `${request}\n\n${link}`, ...after]),
    html: htmlPage({
      locale,
      subject,
      title,
      before: [request],
      main: linkBlock(link, button, words.orCopy),
      after,
    }),
    secret: { link },
  };
}

function plainText(paragraphs: string[]): string {
  return `${paragraphs.join("\n\n")}\n\nWayfare\n`;
}
