import type { Env } from "#lib/server/env/env.ts";
import { BROWSER_SERVICES } from "../open-services/services.ts";
import { formUrl } from "../storage/form-url.ts";

/** The environment variables that the headers depend on. */
export type HeaderSettings = Pick<
  Env,
  | "BASE_URL"
  | "PARTYKIT_URL"
  | "PARTY_PORT"
  | "MAP_STYLE_URL"
  | "MAP_STYLE_HOSTS"
  | (typeof BROWSER_SERVICES)[number]
  | "CAPTCHA_PROVIDER"
  | "CAPTCHA_SCRIPT_URL"
  | "STORAGE_DRIVER"
  | "S3_BUCKET"
  | "S3_REGION"
  | "S3_ENDPOINT"
  | "isProduction"
>;

type HeaderLines = Readonly<Record<string, string>>;

/** Headers of files and of all other answers that no page's policy covers. */
export const FILE_HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
} as const satisfies HeaderLines;

/**
 * Headers of answers that `proxy.ts` never sees, such as files of the build; a page's own policy replaces them. A
 * stricter policy would also apply to the map's worker.
 */
export const STATIC_HEADERS = {
  ...FILE_HEADERS,
  "content-security-policy": "frame-ancestors 'none'",
} as const satisfies HeaderLines;

/** Headers of every API answer: data that no page may frame, render or load without CORS. */
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
/** Device features that pages may use: the map shows the user's position and direction. */
const USED = ["geolocation", "accelerometer", "gyroscope", "magnetometer"];
const PERMISSIONS = [
  ...NOT_USED.map((feature) => `${feature}=()`),
  ...USED.map((feature) => `${feature}=(self)`),
].join(", ");

/** Paths that contain a secret token. Such a page sends no referrer to the pages that it links to. */
const SECRET_ADDRESS = /^\/(reset-password|invite)(\/|$)/;

/** Pages whose form leads to the mobile app. Browsers apply the policy for forms also to a form's redirects. */
const LEADS_TO_APP = /^\/mobile-sign-in\/?$/;

/**
 * Hashes of the style sheet that Sonner adds without a nonce, and of the empty sheet that it adds first. After an
 * update the unit test prints the new hash.
 */
export const TOAST_STYLE_HASHES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
] as const;

/** Returns headers that make browsers use https only, for two years; none when the service is not reached by https. */
export function transportHeaders({ BASE_URL }: Pick<Env, "BASE_URL">): HeaderLines {
  return isSecure(BASE_URL) ? SECURE_TRANSPORT : {};
}
const SECURE_TRANSPORT = { "strict-transport-security": "max-age=63072000; includeSubDomains" };
const SECURE_DATA_HEADERS = { ...DATA_HEADERS, ...SECURE_TRANSPORT };

/** Returns the headers of API answers. It returns the same object each time, because each request needs them. */
export function dataHeaders({ BASE_URL }: Pick<Env, "BASE_URL">): HeaderLines {
  return isSecure(BASE_URL) ? SECURE_DATA_HEADERS : DATA_HEADERS;
}

/** The request header in which a page finds its nonce. */
export const NONCE_HEADER = "x-nonce";

/** Returns the headers of a page. `nonce` is used for this answer only. */
export function pageHeaders(pathname: string, nonce: string, config: HeaderSettings) {
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

function pagePolicy(pathname: string, nonce: string, config: HeaderSettings): string {
  const own = `'nonce-${nonce}'`;
  const captcha = config.CAPTCHA_PROVIDER ? [new URL(config.CAPTCHA_SCRIPT_URL).origin] : [];
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'self'"],
    // Only browsers that do not know 'strict-dynamic' use the sources beside the nonce.
    "script-src": [
      "'self'",
      own,
      "'strict-dynamic'",
      ...captcha,
      ...(config.isProduction ? [] : ["'unsafe-eval'"]),
    ],
    // `style-src` is for browsers that do not distinguish style elements from attributes; other browsers use the next
    // two directives.
    "style-src": ["'self'", "'unsafe-inline'"],
    "style-src-elem": config.isProduction
      ? ["'self'", own, ...TOAST_STYLE_HASHES]
      : ["'self'", "'unsafe-inline'"],
    // React sends `style` attributes with the page: sizes, and the colour of a day.
    "style-src-attr": ["'unsafe-inline'"],
    // Avatars come from sign-in providers; data: and blob: are generated pictures and pictures before their upload.
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

function connections(config: HeaderSettings): string[] {
  const { BASE_URL, PARTYKIT_URL, PARTY_PORT, MAP_STYLE_URL, MAP_STYLE_HOSTS, isProduction } = config;
  const isLocal = PARTYKIT_URL === `http://127.0.0.1:${PARTY_PORT}`;
  // Safari before 15.4 does not count WebSockets of the page's own host as 'self'.
  const rooms = new URL(isLocal ? BASE_URL : PARTYKIT_URL).origin.replace(/^http/, "ws");
  // MapLibre fetches pictures too, so `img-src` needs none of these sources. An operator's map style names its own tile
  // servers.
  const tiles = MAP_STYLE_URL
    ? [MAP_STYLE_URL]
    : BROWSER_SERVICES.flatMap((variable) => config[variable] ?? []);
  const map = tiles.length > 0 ? [...tiles.map((url) => new URL(url).origin), ...MAP_STYLE_HOSTS] : [];
  return [rooms, ...map, ...bucketOf(config), ...(isProduction ? [] : ["ws:"])];
}

/** Returns the bucket's origin, to which pages upload large files directly. */
function bucketOf({ STORAGE_DRIVER, S3_BUCKET = "", S3_REGION, S3_ENDPOINT }: HeaderSettings): string[] {
  if (STORAGE_DRIVER !== "s3") return [];
  return [new URL(formUrl({ bucket: S3_BUCKET, region: S3_REGION, endpoint: S3_ENDPOINT })).origin];
}

function isSecure(url: string): boolean {
  return url.startsWith("https:");
}
