import type { Start } from "./start.ts";

const APP = "app://auth/callback";

/** Returns the app's URL with the state that the app sent at the start. */
export function appAddress(query: Record<string, string>, start: Pick<Start, "state"> | null = null): string {
  const search = new URLSearchParams(query);
  if (start?.state !== undefined) search.set("state", start.state);
  return search.size === 0 ? APP : `${APP}?${search.toString()}`;
}

/** Redirects to the app. */
export function redirectToApp(
  query: Record<string, string>,
  start: Pick<Start, "state"> | null = null,
  cookies: readonly string[] = [],
): Response {
  return redirect(appAddress(query, start), cookies);
}

export function redirect(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 302, headers });
}
