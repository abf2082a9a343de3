import type { Env } from "#lib/server/env.ts";
import { BROWSERS_ASK } from "../open-services/services.ts";
import { formUrl } from "../storage/form-url.ts";

/** What of the configuration the headers depend on. */
export type Surroundings = Pick<
  Env,
  | "BASE_URL"
  | "PARTYKIT_URL"
  | "PARTY_PORT"
  | "MAP_STYLE_URL"
  | "MAP_STYLE_HOSTS"
  | (typeof BROWSERS_ASK)[number]
  | "CAPTCHA_PROVIDER"
  | "CAPTCHA_SCRIPT_URL"
  | "STORAGE_DRIVER"
  | "S3_BUCKET"
  | "S3_REGION"
  | "S3_ENDPOINT"
  | "isProduction"
>;

type HeaderLines = Readonly<Record<string, string>>;

/** Of files and whatever else no page's policy is on. */
export const FILE_HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
} as const satisfies HeaderLines;

/**
 * Of what `proxy.ts` never sees, such as what the build has made; a page's own policy takes its place. Any more of one
 * would bind the map's worker too.
 */
export const STATIC_HEADERS = {
  ...FILE_HEADERS,
  "content-security-policy": "frame-ancestors 'none'",
} as const satisfies HeaderLines;

/** Of every answer of the API: data, which nobody frames, renders or loads without CORS. */
const DATA_HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
} as const satisfies HeaderLines;

const NOT_USED = [
  "camera",
  "display-capture",
  "encrypted-media",
  "microphone",
  "midi",
  "payment",
  "usb",
  "xr-spatial-tracking",
];
/** The map shows where the reader is, and which way they look. */
const USED = ["geolocation", "accelerometer", "gyroscope", "magnetometer"];
const PERMISSIONS = [
  ...NOT_USED.map((feature) => `${feature}=()`),
  ...USED.map((feature) => `${feature}=(self)`),
].join(", ");

/** Addresses that are a key: where they lead must not learn them. */
const SECRET_ADDRESS = /^\/(reset-password|invite)(\/|$)/;

/** Pages whose form leads on to the mobile app; browsers hold a form's redirects to the same rule as the form. */
const LEADS_TO_APP = /^\/mobile-sign-in\/?$/;

/**
 * Sonner adds its style sheet itself, first empty and without a nonce; these are the sheet's hash and that of nothing.
 * The unit test says the new one after an update.
 */
export const TOAST_STYLE_HASHES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
] as const;

/** Two years in which browsers come by https only; nothing where the service itself does not have it. */
export function transportHeaders({ BASE_URL }: Pick<Env, "BASE_URL">): HeaderLines {
  return isSecure(BASE_URL) ? SECURE_TRANSPORT : {};
}
const SECURE_TRANSPORT = { "strict-transport-security": "max-age=63072000; includeSubDomains" };
const SECURE_DATA_HEADERS = { ...DATA_HEADERS, ...SECURE_TRANSPORT };

/** The same object every time: it is on the way of every request. */
export function dataHeaders({ BASE_URL }: Pick<Env, "BASE_URL">): HeaderLines {
  return isSecure(BASE_URL) ? SECURE_DATA_HEADERS : DATA_HEADERS;
}

/** Where a page finds its own nonce in the request. */
export const NONCE_HEADER = "x-nonce";

/** Of a page. `nonce` is of this answer alone. */
export function pageHeaders(pathname: string, nonce: string, config: Surroundings) {
  return {
    ...FILE_HEADERS,
    ...transportHeaders(config),
    ...(SECRET_ADDRESS.test(pathname) && { "referrer-policy": "no-referrer" }),
    "content-security-policy": pagePolicy(pathname, nonce, config),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": PERMISSIONS,
  };
}

function pagePolicy(pathname: string, nonce: string, config: Surroundings): string {
  const own = `'nonce-${nonce}'`;
  const captcha = config.CAPTCHA_PROVIDER ? [new URL(config.CAPTCHA_SCRIPT_URL).origin] : [];
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'self'"],
    // What is named beside the nonce counts in browsers only that do not know 'strict-dynamic'.
    "script-src": [
      "'self'",
      own,
      "'strict-dynamic'",
      ...captcha,
      ...(config.isProduction ? [] : ["'unsafe-eval'"]),
    ],
    // For browsers that do not tell elements from attributes; the others go by the next two.
    "style-src": ["'self'", "'unsafe-inline'"],
    "style-src-elem": config.isProduction
      ? ["'self'", own, ...TOAST_STYLE_HASHES]
      : ["'self'", "'unsafe-inline'"],
    // React sends the attribute `style` with the page: sizes, and which day's colour something has.
    "style-src-attr": ["'unsafe-inline'"],
    // Pictures of people are their providers'; data: and blob: are drawn ones and those about to be uploaded.
    "img-src": ["'self'", "data:", "blob:", "https:"],
    "connect-src": ["'self'", ...connections(config), ...captcha],
    "worker-src": ["'self'"],
    "frame-src": captcha.length > 0 ? captcha : ["'none'"],
    "frame-ancestors": ["'none'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'", ...(LEADS_TO_APP.test(pathname) ? ["app:"] : [])],
    ...(isSecure(config.BASE_URL) && { "upgrade-insecure-requests": [] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
}

function connections(config: Surroundings): string[] {
  const { BASE_URL, PARTYKIT_URL, PARTY_PORT, MAP_STYLE_URL, MAP_STYLE_HOSTS, isProduction } = config;
  const isLocal = PARTYKIT_URL === `http://127.0.0.1:${PARTY_PORT}`;
  // Safari before 15.4 does not count sockets of the page's own host as 'self'.
  const rooms = new URL(isLocal ? BASE_URL : PARTYKIT_URL).origin.replace(/^http/, "ws");
  // MapLibre fetches pictures too, so that none of this is about `img-src`.
  // An operator's own style names its own tiles.
  const tiles = MAP_STYLE_URL ? [MAP_STYLE_URL] : BROWSERS_ASK.flatMap((variable) => config[variable] ?? []);
  const map = tiles.length > 0 ? [...tiles.map((url) => new URL(url).origin), ...MAP_STYLE_HOSTS] : [];
  return [rooms, ...map, ...bucketOf(config), ...(isProduction ? [] : ["ws:"])];
}

/** Pages send large files there by themselves. */
function bucketOf({ STORAGE_DRIVER, S3_BUCKET = "", S3_REGION, S3_ENDPOINT }: Surroundings): string[] {
  if (STORAGE_DRIVER !== "s3") return [];
  return [new URL(formUrl({ bucket: S3_BUCKET, region: S3_REGION, endpoint: S3_ENDPOINT })).origin];
}

function isSecure(url: string): boolean {
  return url.startsWith("https:");
}
