export const homePath = "/trips";

const HERE = "https://here.invalid";

/** Returns `?next=` as a path of this site, or the trip list. A URL that leads to another site is not accepted. */
export function nextPath(value: string | string[] | undefined): string {
  if (typeof value !== "string" || !value.startsWith("/")) return homePath;
  // The browser's own parser decides where "//host", "/\host" and control characters lead.
  const url = URL.canParse(value, HERE) ? new URL(value, HERE) : null;
  // "/..//host" is a path of this site until its dots are resolved; then it would name a host.
  if (!url || url.origin !== HERE || url.pathname.startsWith("//")) return homePath;
  return url.pathname + url.search + url.hash;
}

/**
 * Returns `?next=` as the whole URL of a page on a trusted origin, or else as a path of this site, as {@link nextPath}
 * does.
 */
export function nextTarget(
  value: string | string[] | undefined,
  isTrusted: (origin: string) => boolean,
): string {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return nextPath(value);
  // A user name and password in front of a host only make it look like another one.
  return url.username === "" && url.password === "" && isTrusted(url.origin) ? url.href : homePath;
}

/** Returns a path such as `/sign-in?next=…`; the trip list is the default and is left out. */
export function withNext(path: string, next: string): string {
  return next === homePath ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** The mark at the end of the target path by which all pages of a sign-in know that another user signs in. */
const OTHER = "#other";

/**
 * Returns the path of the sign-in page for another user than the one who is signed in; the page is shown all the same.
 */
export function otherAccountPath(next: string): string {
  return withNext("/sign-in", `${next}${OTHER}`);
}

/** Whether the sign-in is for another user than the one who is signed in. */
export function isForOtherAccount(next: string): boolean {
  return next.endsWith(OTHER);
}

/** Returns the target path without the mark of a sign-in for another user. */
export function withoutOtherAccountMark(next: string): string {
  return isForOtherAccount(next) ? next.slice(0, -OTHER.length) : next;
}
