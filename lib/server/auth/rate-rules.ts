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

export interface RateLimitRule {
  windowSeconds: number;
  max: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Tries at one account from wherever they come, whether it exists or not: a million codes, or a bad password, are soon
 * guessed from many addresses. A try counts in each window in turn, the shortest first, and one that is refused counts in
 * none that is longer: so the waits grow, and an hour has at most a hundred tries together with {@link DEVICE_TRIES} and {@link OWN_TRIES}. Those that
 * were right are taken back. Fifty at one moment are let pass: an app may send the same code again and again.
 */
const TRIES: readonly RateLimitRule[] = [
  { windowSeconds: 5 * MINUTE, max: 60 },
  { windowSeconds: 20 * MINUTE, max: 65 },
  { windowSeconds: HOUR, max: 70 },
];
/** The same from one browser that has signed in to the account before: others can't use these up. */
export const DEVICE_TRIES: readonly RateLimitRule[] = [
  { windowSeconds: MINUTE, max: 10 },
  { windowSeconds: HOUR, max: 20 },
];
/** Of whoever is signed in already, and is asked once more. */
export const OWN_TRIES: readonly RateLimitRule[] = [{ windowSeconds: HOUR, max: 10 }];
/** Backup codes are typed from paper, and ten are all there are. */
export const BACKUP_TRIES: readonly RateLimitRule[] = [{ windowSeconds: HOUR, max: 10 }];

interface AccountRule {
  group: string;
  rules: readonly RateLimitRule[];
}

/** Of one invite link, which anyone may have passed on. */
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

/** Mails to one address, whoever asks for them. */
export const MAIL_RULE: RateLimitRule = { windowSeconds: HOUR, max: 40 };
/** Those of them that one network address asks for: it is stopped long before it has used up what there is for all. */
export const ASKER_MAIL_RULE: RateLimitRule = { windowSeconds: HOUR, max: 10 };
/** Beside them: what a browser asks for that has signed in to the account before. */
export const DEVICE_MAIL_RULE: RateLimitRule = { windowSeconds: HOUR, max: 20 };

/** Everything else under `/api/auth`. */
export const RATE_DEFAULT = { window: 10, max: 100 };
