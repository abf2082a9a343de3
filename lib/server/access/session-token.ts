import { createHmac, timingSafeEqual } from "node:crypto";

/** Seconds of a day. The options of better-auth and the cookie's `Max-Age` are computed from it. */
const DAY_SECONDS = 24 * 60 * 60;
export const SESSION_LIFETIME_SECONDS = 30 * DAY_SECONDS;
export const SESSION_EXTENDED_EVERY_SECONDS = DAY_SECONDS;

const COOKIE = "better-auth.session_token";
const SIGNATURE_LENGTH = 44;
const LONGEST_TOKEN = 128;

export interface PresentedToken {
  token: string;
  via: "cookie" | "bearer";
}

/** Signs and reads session tokens exactly as better-auth does: `<token>.<base64 HMAC-SHA256>`. */
export interface SessionTokens {
  readonly cookieName: string;
  /**
   * Returns the token of a request, or null. If the request has a bearer token, even an invalid one, the cookie is not
   * read.
   */
  read(headers: Headers): PresentedToken | null;
  /** Returns `<token>.<signature>`, as in `set-auth-token`. */
  sign(token: string): string;
  /** Returns a `Set-Cookie` value that keeps the session for its full lifetime from now. */
  cookie(token: string): string;
}

export function createSessionTokens(secret: string, baseUrl: string): SessionTokens {
  const isSecure = baseUrl.startsWith("https://");
  const cookieName = `${isSecure ? "__Secure-" : ""}${COOKIE}`;
  const attributes = `Max-Age=${SESSION_LIFETIME_SECONDS}; Path=/; HttpOnly${isSecure ? "; Secure" : ""}; SameSite=Lax`;

  function sign(token: string): string {
    return `${token}.${createHmac("sha256", secret).update(token).digest("base64")}`;
  }

  function verified(signed: string): string | null {
    const dot = signed.lastIndexOf(".");
    if (dot < 1 || signed.length - dot - 1 !== SIGNATURE_LENGTH) return null;
    const token = signed.slice(0, dot);
    const given = Buffer.from(signed);
    const expected = Buffer.from(sign(token));
    return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
  }

  function read(headers: Headers): PresentedToken | null {
    const bearer = bearerOf(headers);
    const via = bearer === null ? "cookie" : "bearer";
    const presented = bearer ?? readCookie(headers, cookieName);
    if (presented === null || presented === "") return null;
    // A raw bearer token is looked up in the database, so it needs no signature; a cookie must be signed.
    const isRaw = via === "bearer" && !presented.includes(".");
    const token = isRaw ? presented : verified(decoded(presented));
    return token === null || token.length > LONGEST_TOKEN ? null : { token, via };
  }

  return {
    cookieName,
    read,
    sign,
    cookie: (token) => `${cookieName}=${encodeURIComponent(sign(token))}; ${attributes}`,
  };
}

/** Returns the text behind `Bearer`, possibly empty; null when the request has none. */
export function bearerOf(headers: Headers): string | null {
  const match = /^bearer(?:\s(.*))?$/i.exec(headers.get("authorization") ?? "");
  return match ? (match[1] ?? "").trim() : null;
}

/** Returns the value of a cookie as it was sent; null when the request carries none of this name. */
export function readCookie(headers: Headers, name: string): string | null {
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const equals = pair.indexOf("=");
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue;
    return pair
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, "$1");
  }
  return null;
}

function decoded(value: string): string {
  try {
    return value.includes("%") ? decodeURIComponent(value) : value;
  } catch {
    return value;
  }
}
