export type OtpKind = "sign-in" | "email-verification" | "forget-password" | "change-email";
/** What a code is for: those of a change of address go to two inboxes. */
export type CodeUse = OtpKind | "new-address";
export type LinkKind = "reset-password" | "change-email-confirmation";

/** A finished mail; the sender's address is the mailer's. */
export interface MailMessage {
  kind: OtpKind | LinkKind;
  to: string;
  subject: string;
  text: string;
  /** Rendered when a provider asks for it: the console never does, and the renderer takes memory. */
  html(): Promise<string>;
  /** What the mail is about, for providers that show it apart. */
  secret: MailSecret;
}

export type MailSecret = { code: string } | { link: string };

/** Hands one message to a provider; rejects when the provider did not take it. */
export interface Mailer {
  send(message: MailMessage): Promise<void>;
}
