import { describe, expect, test } from "vitest";
import { LOCALES } from "#lib/server/auth/locale.ts";
import { consoleMailer } from "#lib/server/mail/console-mailer.ts";
import { codeMail, linkMail } from "#lib/server/mail/templates.ts";
import type { NoticeKind } from "#lib/server/mail/message.ts";
import { noticeMail } from "#lib/server/mail/notice.ts";
import { NOTICE_WORDINGS } from "#lib/server/mail/notice-wording.ts";
import { WORDINGS } from "#lib/server/mail/wording.ts";

const CODE_KINDS = ["sign-in", "email-verification", "forget-password", "change-email"] as const;
const CODE_USES = [...CODE_KINDS, "new-address"] as const;
const LINK_KINDS = ["reset-password", "change-email-confirmation"] as const;
const LANGUAGE = { en: "en", zh: "zh-CN" };

/** Matches six digits that are neither a colour nor part of a longer text. */
const CODES = /(?<![#\w])\d{6}(?!\w)/g;

describe.each(LOCALES)("mails in %s", (locale) => {
  const words = WORDINGS[locale];

  test.each(CODE_KINDS)("%s holds its code and words in subject, text and HTML", async (kind) => {
    const mail = codeMail(kind, "ann@people.test", "042917", locale);
    const html = await mail.html();
    expect(mail).toMatchObject({ kind, to: "ann@people.test", secret: { code: "042917" } });
    expect(mail.subject.match(CODES)).toEqual(["042917"]);
    expect(mail.text.match(CODES)).toEqual(["042917"]);
    // The code is in the title and in the text.
    expect(html.match(CODES)).toEqual(["042917", "042917"]);
    for (const part of [words.codes[kind].title, words.codes[kind].request, words.codeLife]) {
      expect(mail.text).toContain(part);
      expect(readable(html)).toContain(part);
    }
    expect(mail.subject + mail.text + html).not.toMatch(/undefined|\{code\}|\[object/);
  });

  test.each(CODE_USES)("of a code for %s says what it can do, and that nobody asks for it", async (use) => {
    const kind = use === "new-address" ? "change-email" : use;
    const mail = codeMail(kind, "ann@people.test", "042917", locale, use);
    for (const text of [mail.text, readable(await mail.html())]) {
      expect(text).toContain(words.codes[use].power);
      expect(text).toMatch(locale === "en" ? /will ever ask you for it/ : /都不会向你索要/);
      expect(text).not.toContain("{power}");
    }
  });

  test.each(LINK_KINDS)("%s holds its link and words in text and HTML, escaped there", async (kind) => {
    const link = "https://trips.example/api/auth/verify-email?token=a.b&callbackURL=%2F%22%3E";
    const mail = linkMail(kind, "ann@people.test", `${link}"><script>`, locale);
    const html = await mail.html();
    expect(mail.text).toContain(link);
    const hrefs = html.match(/href="[^"]*"/g);
    expect(hrefs).toEqual(Array(2).fill(`href="${link.replaceAll("&", "&amp;")}&quot;&gt;&lt;script&gt;"`));
    expect(html).not.toContain("<script");
    for (const part of [words.links[kind].title, words.links[kind].button, words.linkLife, words.orCopy]) {
      expect(readable(html)).toContain(part);
    }
  });

  test("are whole documents in their language, for both themes, with nothing from elsewhere", async () => {
    const html = await codeMail("sign-in", "ann@people.test", "042917", locale).html();
    expect(html).toMatch(/^<!DOCTYPE html/);
    expect(html).toContain(`<html dir="ltr" lang="${LANGUAGE[locale]}">`);
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toContain("@media (prefers-color-scheme: dark)");
    expect(html).not.toMatch(/<img|<link|<script|@import|url\(|src=/);
    // Gmail cuts longer e-mails off.
    expect(html.length).toBeLessThan(20_000);
  });

  test("tell after the subject, in a list of mails, how long they work", async () => {
    const html = await codeMail("sign-in", "ann@people.test", "042917", locale).html();
    expect(readable(html).trim().startsWith(words.codeLife)).toBe(true);
  });
});

/** Returns the visible text, without tags, the head, and the filler after the preheader. */
function readable(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, "")
    .replaceAll(/<!--.*?-->|<[^>]*>|[\u200B-\u200D\uFEFF\u00A0]/gs, "")
    .replaceAll("&#x27;", "'");
}

test("the languages differ in every mail", () => {
  for (const kind of CODE_KINDS) {
    expect(codeMail(kind, "a@b.test", "042917", "en").text).not.toBe(
      codeMail(kind, "a@b.test", "042917", "zh").text,
    );
  }
});

test("the console provider prints one block with sender, recipient, subject, code and text", async () => {
  const blocks: string[] = [];
  const mail = codeMail("sign-in", "ann@people.test", "042917", "en");
  const unrendered = { ...mail, html: () => Promise.reject(new Error("The console needs no HTML.")) };
  await consoleMailer("Wayfare <no-reply@localhost>", (block) => blocks.push(block)).send(unrendered);
  expect(blocks).toEqual([
    [
      "",
      "─".repeat(72),
      "Mail: sign-in",
      "From: Wayfare <no-reply@localhost>",
      "To: ann@people.test",
      "Subject: 042917 is your Wayfare sign-in code",
      "Code: 042917",
      "",
      "Sign in to Wayfare",
      "",
      "Enter this code to sign in:",
      "",
      "    042917",
      "",
      "The code works once, within 5 minutes.",
      "",
      "This code signs in to your Wayfare account. Give it to nobody: no one, and nobody at Wayfare, will ever ask you for it. If you didn't ask for this code, ignore this email.",
      "",
      "Wayfare",
      "─".repeat(72),
      "",
      "",
    ].join("\n"),
  ]);
});

describe.each(LOCALES)("notices in %s", (locale) => {
  const words = NOTICE_WORDINGS[locale];
  const [at, site] = [new Date("2026-11-28T09:05:00Z"), "https://trips.example"];
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

  test.each(Object.keys(words.notices) as NoticeKind[])(
    "%s says what happened, when, with which device, and what to do otherwise",
    async (kind) => {
      const mail = noticeMail({ kind, at, userAgent, site }, "ann@people.test", locale);
      const { title, otherwise, page } = words.notices[kind];
      expect(mail).toMatchObject({ kind, to: "ann@people.test", secret: null });
      const html = await mail.html();
      for (const text of [mail.text, readable(html)]) {
        expect(text).toContain(title);
        expect(text).toContain(otherwise);
        expect(text).toContain(words.nothingToDo);
        expect(text).toContain(
          locale === "en" ? "28 November 2026 at 09:05 (UTC)" : "2026年11月28日 09:05 (UTC)",
        );
        expect(text).toContain(locale === "en" ? "Firefox on Linux" : "Linux 上的 Firefox");
      }
      expect(mail.text).toContain(`${site}${page}`);
      expect(mail.subject + mail.text + html).not.toMatch(/undefined|\{\w+\}|\[object/);
      // The e-mail must not look like one with a verification code.
      expect(mail.text.match(CODES)).toBeNull();
    },
  );

  test.each([
    [null, words.devices.unknown],
    ["okhttp/4.12.0", words.devices.appOn.replace("{system}", "Android")],
    ["Dart/3.5 (dart:io)", words.devices.app],
    ["Mozilla/5.0 (iPhone) MicroMessenger/8.0", words.devices.miniProgram],
  ])("the device %j has words of its own", (agent, device) => {
    const mail = noticeMail({ kind: "new-device", at, userAgent: agent, site }, "ann@people.test", locale);
    expect(mail.text).toContain(device);
  });
});
