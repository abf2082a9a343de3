import { AsyncLocalStorage } from "node:async_hooks";
import type { LimitedAttempt, MailRequester } from "./rate-limit.ts";

/** Data of one request to `handleAuth` that better-auth cannot carry itself. */
export interface RequestScope {
  /**
   * What the rate limit counts by: `address` when the IP address is known, otherwise the account or e-mail address that
   * the request names.
   */
  limitBy: { kind: "address" } | { kind: "named"; subject: string } | { kind: "nobody" };
  /** The account at which the request is an attempt: limited for all IP addresses together. */
  account?: LimitedAttempt;
  /** Returns the client that requests a mail to this address. */
  mailAsker?: (email: string) => Promise<MailRequester>;
  /** Whether the request runs a second time, to get the answer of a repeated sign-up. */
  isRepeat?: boolean;
  /** The id of the user whose password a link's token is about to set. */
  resetUserId?: string;
  /**
   * The name of the user who sets a new password by a code; no answer may depend on it before the code was found
   * correct.
   */
  newPasswordOf?: string;
  /** Whether a reset has given the account its first password. */
  hasFirstPassword?: boolean;
  /** The id of the user whom this request created. */
  newUserId?: string;
  /** The identifier of the row of a code that better-auth mails, which it does for the addresses of accounts only. */
  mailedCode?: string;
  /** The id of the user whose account got another provider. */
  linkedTo?: string;
  /**
   * The code that is to verify an address, and the password chosen with it; both count once the code was found correct.
   */
  verifying?: { code: string; password?: string };
  /**
   * A sign-up's valid name, its password and the password's hash. The hash is made before a transaction opens, so that
   * no connection waits for it.
   */
  signUp?: { name: string; password: string; hash: Promise<string> };
}

const scopes = new AsyncLocalStorage<RequestScope>();

export function runInScope<T>(scope: RequestScope, work: () => Promise<T>): Promise<T> {
  return scopes.run(scope, work);
}

export function requestScope(): RequestScope | undefined {
  return scopes.getStore();
}

/** Notes that better-auth mails a code, which it does for the addresses of accounts only. */
export function noteMailedCode({ type, email }: { type: string; email: string }): void {
  const scope = requestScope();
  if (scope) scope.mailedCode = `${type}-otp-${email}`;
}
