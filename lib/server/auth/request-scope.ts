import { AsyncLocalStorage } from "node:async_hooks";
import type { Limited, MailAsker } from "./rate-limit.ts";

/** What one request to the auth handler carries past better-auth, which has no place for it. */
export interface RequestScope {
  /** Whom the request names, to limit it by when its address is unknown; `address` when that is known. */
  limitBy: { kind: "address" } | { kind: "named"; subject: string } | { kind: "nobody" };
  /** What the request tries belongs to this account: limited for all addresses together. */
  account?: Limited;
  /** Who asks, where a mail to this address comes of it. */
  mailAsker?: (email: string) => Promise<MailAsker>;
  /** The same request once more, for the answer that others get. */
  isRepeat?: boolean;
  /** Whose password a link's token is about to set. */
  resetUserId?: string;
  /** The name of whoever sets a new password by a code; nothing may tell of it before the code was found right. */
  newPasswordOf?: string;
  /** A reset has given the account its first password. */
  hasFirstPassword?: boolean;
  /** Who was made by this request. */
  newUserId?: string;
  /** Whose account got another provider. */
  linkedTo?: string;
  /** The code that is to verify an address, and the password chosen with it; they count once the code was found right. */
  verifying?: { code: string; password?: string };
  /** A sign-up's valid name, and its hash, made before a transaction opens, so that no connection waits for it. */
  signUp?: { name: string; password: string; hash: Promise<string> };
}

const scopes = new AsyncLocalStorage<RequestScope>();

export function runInScope<T>(scope: RequestScope, work: () => Promise<T>): Promise<T> {
  return scopes.run(scope, work);
}

export function requestScope(): RequestScope | undefined {
  return scopes.getStore();
}
