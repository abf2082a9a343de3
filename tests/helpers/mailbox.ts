import { afterEach, beforeEach, vi } from "vitest";

export interface PrintedMail {
  kind: string;
  from: string;
  to: string;
  subject: string;
  code: string | null;
  link: string | null;
  text: string;
}

let printed = "";

/** Captures the e-mails that the console provider prints. Call it once at the top of a test file. */
export function useMailbox(): void {
  beforeEach(() => {
    printed = "";
    vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
      printed += String(chunk);
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}

/** Returns the e-mails to an address, oldest first. */
export function mailsTo(address: string): PrintedMail[] {
  return printed
    .split(/^─+$/m)
    .filter((block) => block.startsWith("\nMail: "))
    .map(readMail)
    .filter(({ to }) => to === address);
}

/** Returns the verification code of the newest e-mail that contains one; notices without a code can follow it. */
export function lastCode(address: string): string {
  const code = mailsTo(address).findLast((mail) => mail.code !== null)?.code;
  if (!code) throw new Error(`No code was mailed to ${address}.`);
  return code;
}

function readMail(block: string): PrintedMail {
  const [head = "", ...rest] = block.trim().split("\n\n");
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(head)?.[1] ?? null;
  return {
    kind: field("Mail") ?? "",
    from: field("From") ?? "",
    to: field("To") ?? "",
    subject: field("Subject") ?? "",
    code: field("Code"),
    link: field("Link"),
    text: rest.join("\n\n"),
  };
}
