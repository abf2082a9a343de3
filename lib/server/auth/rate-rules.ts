/**
 * Most requests of one IP address on each path; windows are in seconds. The plugin limits `/email-otp/*` to 3 per 60 s.
 */
export const RATE_RULES = {
  "/get-session": false as const,
  "/sign-up/email": { window: 60, max: 20 },
  "/sign-in/email": { window: 60, max: 20 },
  "/sign-in/social": { window: 60, max: 20 },
  "/sign-in/anonymous": { window: 60, max: 20 },
  // Mobile networks give many phones one IP address.
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

export interface RateLimitRule {
  windowSeconds: number;
  max: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Limits of attempts at one account from all IP addresses together, whether the account exists or not, because a code
 * out of a million, or a bad password, is soon guessed from many addresses. An attempt counts in each window in turn,
 * the shortest first, and a refused one counts in no longer window: so the waits grow, and an hour has at most a
 * hundred attempts together with {@link KNOWN_DEVICE_RULES} and {@link OWN_ATTEMPT_RULES}. Correct attempts are subtracted. Fifty at
 * one moment pass, because an app may send the same code again and again.
 */
const TRIES: readonly RateLimitRule[] = [
  { windowSeconds: 5 * MINUTE, max: 60 },
  { windowSeconds: 20 * MINUTE, max: 65 },
  { windowSeconds: HOUR, max: 70 },
];
/** Limits of attempts from one browser that has signed in to the account before; other clients cannot use them up. */
export const KNOWN_DEVICE_RULES: readonly RateLimitRule[] = [
  { windowSeconds: MINUTE, max: 10 },
  { windowSeconds: HOUR, max: 20 },
];
/** Limits of attempts of a signed-in user who must prove the identity again. */
export const OWN_ATTEMPT_RULES: readonly RateLimitRule[] = [{ windowSeconds: HOUR, max: 10 }];
/** Limits of attempts at backup codes, which are typed from paper; there are only ten of them. */
export const BACKUP_CODE_RULES: readonly RateLimitRule[] = [{ windowSeconds: HOUR, max: 10 }];

interface AccountRule {
  group: string;
  rules: readonly RateLimitRule[];
}

/** The group of the limits for guests who enter by one invite link, which anyone may have passed on. */
export const GUESTS_GROUP = "guests";
const GUESTS = { group: GUESTS_GROUP, rules: [{ windowSeconds: HOUR, max: 300 }] };
const CODES = { group: "codes", rules: TRIES };
export const ACCOUNT_RULES: Record<string, AccountRule> = {
  "/sign-in/email": { group: "passwords", rules: TRIES },
  "/sign-in/email-otp": CODES,
  "/sign-in/anonymous": GUESTS,
  "/email-otp/verify-email": CODES,
  "/email-otp/reset-password": CODES,
};

/** The limit of mails to one e-mail address, for all clients together. */
export const MAIL_RULE: RateLimitRule = { windowSeconds: HOUR, max: 40 };
/** The limit of mails to one e-mail address for one IP address: it is reached long before the limit for all clients. */
export const CLIENT_MAIL_RULE: RateLimitRule = { windowSeconds: HOUR, max: 10 };
/** The limit of mails to one e-mail address for a browser that has signed in to the account before. */
export const DEVICE_MAIL_RULE: RateLimitRule = { windowSeconds: HOUR, max: 20 };

/** The limit of each path under `/api/auth` that has no rule of its own. */
export const RATE_DEFAULT = { window: 10, max: 100 };
