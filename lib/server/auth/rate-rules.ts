/** Requests of one address per path; windows in seconds. `/email-otp/*` has 3 per 60 s from its plugin. */
export const RATE_RULES = {
  "/get-session": false as const,
  "/sign-up/email": { window: 60, max: 20 },
  "/sign-in/email": { window: 60, max: 20 },
  "/sign-in/social": { window: 60, max: 20 },
  "/sign-in/anonymous": { window: 60, max: 20 },
  // Phones share addresses behind their carriers.
  "/mini-program/sign-in": { window: 60, max: 60 },
  "/callback/*": { window: 60, max: 60 },
  "/two-factor/verify-totp": { window: 60, max: 10 },
  "/two-factor/verify-backup-code": { window: 60, max: 10 },
  "/two-factor/*": { window: 60, max: 20 },
  "/request-password-reset": { window: 60, max: 3 },
  "/reset-password": { window: 60, max: 10 },
  "/change-password": { window: 60, max: 10 },
  "/change-email": { window: 60, max: 3 },
};

/**
 * Tries at one account from wherever they come, whether it exists or not: a million codes, or a bad password, are soon
 * guessed from many addresses. So high that nobody in good faith gets there.
 */
const HOUR = 60 * 60;
/** Of one invite link, which anyone may have passed on. */
const GUESTS = { group: "guests", rule: { windowSeconds: HOUR, max: 300 } };
const CODES = { group: "codes", rule: { windowSeconds: HOUR, max: 300 } };
export const ACCOUNT_RULES: Record<string, typeof CODES> = {
  "/sign-in/email": { group: "passwords", rule: { windowSeconds: HOUR, max: 1000 } },
  "/sign-in/email-otp": CODES,
  "/sign-in/anonymous": GUESTS,
  "/email-otp/verify-email": CODES,
  "/email-otp/reset-password": CODES,
};

/** Mails to one address, whoever asks for them. */
export const MAIL_RULE = { windowSeconds: HOUR, max: 40 };

/** Everything else under `/api/auth`. */
export const RATE_DEFAULT = { window: 10, max: 100 };
