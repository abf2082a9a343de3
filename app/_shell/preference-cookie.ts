const YEAR_S = 31_536_000;

/**
 * Stores a choice of this browser (language, theme, time zone) in a cookie, so that the server knows it when it
 * renders.
 */
export function setPreferenceCookie(name: string, value: string): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}
