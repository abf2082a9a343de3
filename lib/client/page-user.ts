import { PAGE_USER_META } from "#lib/shared/page-user.ts";
import { Subscribers } from "./subscribers.ts";

/** Whose page this is; null on pages that are nobody's, and outside a browser. */
export function pageUser(): string | null {
  if (typeof document === "undefined") return null;
  // Where one page gives way to the next, the later one counts.
  const named = document.querySelectorAll<HTMLMetaElement>(`meta[name="${PAGE_USER_META}"]`);
  return named[named.length - 1]?.content ?? null;
}

/** Something says that somebody else is signed in here by now. */
export const pageDoubts = new Subscribers<[]>();

export function doubtPage(): void {
  pageDoubts.tell();
}
