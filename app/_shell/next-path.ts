export const homePath = "/trips";

const HERE = "https://here.invalid";

/** `?next=` as a path of this site, or the list of trips: an address that leads elsewhere must not survive. */
export function nextPath(value: string | string[] | undefined): string {
  if (typeof value !== "string" || !value.startsWith("/")) return homePath;
  // "//host", "/\host" and control characters that a browser drops: let its own parser say where they lead.
  const url = URL.canParse(value, HERE) ? new URL(value, HERE) : null;
  // "/..//host" is a path of this site until its dots are gone: then it would name a host.
  if (!url || url.origin !== HERE || url.pathname.startsWith("//")) return homePath;
  return url.pathname + url.search + url.hash;
}

/** As {@link nextPath}, or the whole address of a page on another web origin that is trusted. */
export function nextTarget(
  value: string | string[] | undefined,
  isTrusted: (origin: string) => boolean,
): string {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return nextPath(value);
  // A name and password in front of a host are there to make it look like another.
  return url.username === "" && url.password === "" && isTrusted(url.origin) ? url.href : homePath;
}

/** `/sign-in?next=…`; the list of trips needs no mention. */
export function withNext(path: string, next: string): string {
  return next === homePath ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** Behind where a sign-in leads: it goes along from one page of the sign-in to the next. */
const OTHER = "#other";

/** The sign-in page for somebody who is not the one signed in here; it is shown all the same. */
export function otherAccountPath(next: string): string {
  return withNext("/sign-in", `${next}${OTHER}`);
}

/** Whether the sign-in is of somebody else than the one who is signed in. */
export function isForOther(next: string): boolean {
  return next.endsWith(OTHER);
}

/** Where it leads once it is done. */
export function withoutOther(next: string): string {
  return isForOther(next) ? next.slice(0, -OTHER.length) : next;
}
