import { env } from "#lib/server/env/env.ts";

type Method = "GET" | "POST";

/** The paths under `/api/auth` that answer. All other paths are 404, whatever paths a plugin adds. */
export const OPEN_PATHS: Record<string, readonly Method[]> = {
  "/sign-up/email": ["POST"],
  "/sign-in/email": ["POST"],
  "/sign-in/email-otp": ["POST"],
  "/sign-in/social": ["POST"],
  // The sign-in of guests, who need an invite.
  "/sign-in/anonymous": ["POST"],
  // Some providers send their answer as a form, by POST.
  "/callback/:id": ["GET", "POST"],
  "/mini-program/sign-in": ["POST"],
  "/sign-out": ["POST"],
  "/get-session": ["GET"],
  "/update-user": ["POST"],
  "/email-otp/verify-email": ["POST"],
  "/email-otp/send-verification-otp": ["POST"],
  "/email-otp/request-email-change": ["POST"],
  "/email-otp/change-email": ["POST"],
  "/email-otp/request-password-reset": ["POST"],
  "/email-otp/reset-password": ["POST"],
  "/request-password-reset": ["POST"],
  "/reset-password": ["POST"],
  "/reset-password/:token": ["GET"],
  "/change-password": ["POST"],
  "/change-email": ["POST"],
  "/verify-email": ["GET"],
  "/list-sessions": ["GET"],
  "/revoke-session": ["POST"],
  "/revoke-sessions": ["POST"],
  "/list-accounts": ["GET"],
  "/unlink-account": ["POST"],
  "/two-factor/enable": ["POST"],
  "/two-factor/verify-totp": ["POST"],
  "/two-factor/verify-backup-code": ["POST"],
  "/two-factor/generate-backup-codes": ["POST"],
  "/two-factor/disable": ["POST"],
};

const PATTERNS = Object.keys(OPEN_PATHS)
  .filter((path) => path.includes(":"))
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`) }));

/**
 * Returns the pattern of a path (without `/api/auth`) in OPEN_PATHS and its methods; null when the path is not open.
 */
export function matchOpenPath(path: string): { pattern: string; methods: readonly Method[] } | null {
  const pattern = Object.hasOwn(OPEN_PATHS, path)
    ? path
    : PATTERNS.find((known) => known.pattern.test(path))?.path;
  const methods = pattern === undefined ? undefined : OPEN_PATHS[pattern];
  if (pattern === undefined || methods === undefined) return null;
  return pattern === "/mini-program/sign-in" && !env().MINI_PROGRAM_APP_ID ? null : { pattern, methods };
}
