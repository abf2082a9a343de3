import type { Mailer, MailMessage } from "./message.ts";

const RULE = "─".repeat(72);

/** Prints each mail to standard output as one block: the default, so that a fresh install needs no mail account. */
export function consoleMailer(
  from: string,
  print: (block: string) => unknown = (text) => process.stdout.write(text),
): Mailer {
  return {
    send(message) {
      print(block(from, message));
      return Promise.resolve();
    },
  };
}

function block(from: string, message: MailMessage): string {
  const head = [
    `Mail: ${message.kind}`,
    `From: ${from}`,
    `To: ${message.to}`,
    `Subject: ${message.subject}`,
    ...secretLine(message.secret),
  ];
  return `\n${RULE}\n${head.join("\n")}\n\n${message.text}${RULE}\n\n`;
}

function secretLine(secret: MailMessage["secret"]): string[] {
  if (secret === null) return [];
  return ["code" in secret ? `Code: ${secret.code}` : `Link: ${secret.link}`];
}
