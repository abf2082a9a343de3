export type OtpKind = "sign-in" | "email-verification" | "forget-password" | "change-email";
/** What a code is for. A change of address sends codes to two inboxes, so it has two values. */
export type CodeUse = OtpKind | "new-address";
export type LinkKind = "reset-password" | "change-email-confirmation";

/** The changes of an account about which its owner gets a mail, whoever made them. */
export type NoticeKind =
  | "password-set"
  | "password-changed"
  | "password-reset"
  | "address-changed"
  | "two-factor-on"
  | "two-factor-off"
  | "backup-codes-renewed"
  | "provider-linked"
  | "new-device";

/** A complete mail; the mailer adds the sender's address. */
export interface MailMessage {
  kind: OtpKind | LinkKind | NoticeKind;
  to: string;
  subject: string;
  text: string;
  /** Renders the HTML when a provider needs it: the console mailer never does, and the renderer takes memory. */
  html(): Promise<string>;
  /** The code or link of the mail, for providers that show it separately; null for a notice. */
  secret: MailSecret | null;
}

export type MailSecret = { code: string } | { link: string };

/** Sends one message by a provider; rejects when the provider did not accept it. */
export interface Mailer {
  send(message: MailMessage): Promise<void>;
}
