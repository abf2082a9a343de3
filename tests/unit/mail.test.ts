import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { LOCALES } from "#lib/server/auth/locale.ts";
import { consoleMailer } from "#lib/server/mail/console-mailer.ts";
import { httpMailer } from "#lib/server/mail/http-mailer.ts";
import { codeMail, linkMail } from "#lib/server/mail/templates.ts";

const CODE_KINDS = ["sign-in", "email-verification", "forget-password", "change-email"] as const;
const LINK_KINDS = ["reset-password", "change-email-confirmation"] as const;

describe.each(LOCALES)("mails in %s", (locale) => {
  test.each(CODE_KINDS)("%s holds its code in subject, text and HTML", (kind) => {
    const mail = codeMail(kind, "ann@people.test", "042917", locale);
    expect(mail).toMatchObject({ kind, to: "ann@people.test", secret: { code: "042917" } });
    for (const part of [mail.subject, mail.text, mail.html])
      expect(part.match(/\d{6}/g)).toEqual(part === mail.html ? ["042917", "042917"] : ["042917"]);
    expect(mail.html).toContain(`<html lang="${locale}">`);
    expect(mail.subject + mail.text + mail.html).not.toMatch(/undefined|\{code\}/);
  });

  test.each(LINK_KINDS)("%s holds its link in text and HTML, escaped there", (kind) => {
    const link = "https://trips.example/api/auth/verify-email?token=a.b&callbackURL=%2F%22%3E";
    const mail = linkMail(kind, "ann@people.test", `${link}"><script>`, locale);
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link.replaceAll("&", "&amp;")}&quot;&gt;&lt;script&gt;"`);
    expect(mail.html).not.toContain("<script>");
  });
});

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
  await consoleMailer("Wayfare <no-reply@localhost>", (block) => blocks.push(block)).send(mail);
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
      "It works once, within 5 minutes.",
      "",
      "You didn't ask for it? Then ignore this mail, and give the code to nobody: we never ask for it.",
      "",
      "Wayfare",
      "─".repeat(72),
      "",
      "",
    ].join("\n"),
  ]);
});

async function withServer(
  status: number,
  work: (url: string) => Promise<void>,
): Promise<{ request: IncomingMessage; body: unknown }[]> {
  const received: { request: IncomingMessage; body: unknown }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ request, body: JSON.parse(Buffer.concat(chunks).toString()) });
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(`{"message":"about ann@people.test"}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a string.
  const { port } = server.address() as AddressInfo;
  await work(`http://127.0.0.1:${port}`).finally(() => server.close());
  return received;
}

describe("the HTTP provider", () => {
  const mail = linkMail("reset-password", "ann@people.test", "https://trips.example/x", "en");
  const provider = { key: "mail-key", from: "Wayfare <hello@trips.example>" };

  test("posts sender, recipient, subject and both bodies", async () => {
    const received = await withServer(200, (url) => httpMailer({ ...provider, url }).send(mail));
    expect(received).toHaveLength(1);
    expect(received[0]?.request).toMatchObject({
      method: "POST",
      url: "/emails",
      headers: { authorization: "Bearer mail-key", "content-type": "application/json" },
    });
    expect(received[0]?.body).toEqual({
      from: provider.from,
      to: ["ann@people.test"],
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
    });
  });

  test("fails with the status alone when it is refused", async () => {
    await withServer(422, async (url) => {
      await expect(httpMailer({ ...provider, url }).send(mail)).rejects.toThrow(
        /^The mail provider answered 422\.$/,
      );
    });
  });
});
