import { PAGE_USER_META } from "#lib/shared/page-user.ts";
import { Subscribers } from "./subscribers.ts";

/** Returns the id of the user whose page this is; null on pages that belong to nobody, and outside a browser. */
export function pageUserId(): string | null {
  if (typeof document === "undefined") return null;
  // While one page replaces another, both elements exist, and the later one counts.
  const named = document.querySelectorAll<HTMLMetaElement>(`meta[name="${PAGE_USER_META}"]`);
  return named[named.length - 1]?.content ?? null;
}

/** Notifies subscribers when something indicates that another user is signed in by now. */
export const pageUserDoubts = new Subscribers<[]>();

export function reportPageUserDoubt(): void {
  pageUserDoubts.tell();
}
