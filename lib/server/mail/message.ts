export type OtpKind = "sign-in" | "email-verification" | "forget-password" | "change-email";
/** What a code is for: those of a change of address go to two inboxes. */
export type CodeUse = OtpKind | "new-address";
export type LinkKind = "reset-password" | "change-email-confirmation";

/** What the owner of an account is told of, whoever has done it. */
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

/** A finished mail; the sender's address is the mailer's. */
export interface MailMessage {
  kind: OtpKind | LinkKind | NoticeKind;
  to: string;
  subject: string;
  text: string;
  /** Rendered when a provider asks for it: the console never does, and the renderer takes memory. */
  html(): Promise<string>;
  /** What the mail is about, for providers that show it apart; null for a notice. */
  secret: MailSecret | null;
}

export type MailSecret = { code: string } | { link: string };

/** Hands one message to a provider; rejects when the provider did not take it. */
export interface Mailer {
  send(message: MailMessage): Promise<void>;
}
