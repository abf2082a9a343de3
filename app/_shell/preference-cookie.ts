const YEAR_S = 31_536_000;

/** Keeps a choice of this browser (language, theme, zone) where the server sees it before the first byte. */
export function setPreferenceCookie(name: string, value: string): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}
