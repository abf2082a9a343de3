import { agentVariables } from "./env-agent.ts";
import {
  bindVariables,
  cronVariables,
  restrictedMailVariables,
  stopVariables,
  vercelVariables,
} from "./env-deployment.ts";
import { httpUrl, integer, list, oneOf, secret, text, url } from "./env-kinds.ts";
import { openServiceVariables } from "./env-open-services.ts";
import { logVariables, telemetryVariables } from "./env-operations.ts";
import { isOriginOrScheme } from "./origin.ts";

const POSTGRES = url(/^postgres(ql)?$/, "postgresql://user:password@host:5432/database").optional();

/**
 * All environment variables by topic. The tables of .github/CONFIGURATION.md are generated from this object
 * (lib/local/env-table.ts).
 */
export const variables = {
  "Address and secrets": {
    BASE_URL: httpUrl("https://trips.example.org")
      .refine((value) => URL.canParse(value) && new URL(value).pathname === "/", "must not contain a path")
      .optional()
      .meta({ description: "Public address of the service.", fallback: "http://localhost:PORT" }),
    BETTER_AUTH_SECRET: secret().meta({ description: "Signs sessions and codes; at least 32 characters." }),
    REALTIME_SECRET: secret().meta({
      description: "Shared with the realtime rooms; at least 32 characters.",
    }),
    INTERNAL_SECRET: secret().meta({
      description: "Bearer token of `POST /api/internal/tick`; at least 32 characters.",
    }),
    ...cronVariables,
    TRUSTED_ORIGINS: list(
      isOriginOrScheme,
      "is not a list of origins such as https://example.org,app:// (each in full, without wildcards)",
    )
      .optional()
      .meta({ description: "Web origins allowed by CORS and sign-in, comma-separated.", fallback: "app://" }),
  },
  Database: {
    DATABASE_URL: POSTGRES.meta({ description: "The fresh path; unset, a PostgreSQL is embedded." }),
    DATABASE_CACHED_URL: POSTGRES.meta({ description: "A cached path that stale-tolerant reads may take." }),
    DATABASE_URL_UNPOOLED: POSTGRES.meta({
      description: "The same database without a pooler in between, for migrations.",
      fallback: "DATABASE_URL",
    }),
    DATABASE_DRIVER: oneOf("pg", "neon").optional().meta({
      description: "Driver for DATABASE_URL.",
      fallback: "neon for hosts of Neon, else pg",
    }),
    DATABASE_POOL_MAX: integer(1, 1000)
      .default(10)
      .meta({ description: "Connections of one server process." }),
  },
  "Ports and data of one machine": {
    PORT: integer(1, 65_535).default(3000).meta({ description: "Web and API." }),
    ...bindVariables,
    ...stopVariables,
    PARTY_PORT: integer(1, 65_535).default(1999).meta({ description: "Local realtime rooms, on loopback." }),
    PG_PORT: integer(1, 65_535).default(54_329).meta({ description: "Embedded PostgreSQL, on loopback." }),
    DATA_DIR: text().default(".data").meta({ description: "Database, uploads and generated secrets." }),
    ...logVariables,
  },
  "Traces and metrics": telemetryVariables,
  "Realtime, requests, jobs": {
    PARTYKIT_URL: httpUrl("https://rooms.example.partykit.dev").optional().meta({
      description: "Deployed realtime rooms; unset, they run locally.",
      fallback: "http://127.0.0.1:PARTY_PORT",
    }),
    CLIENT_IP_HEADER: text()
      .regex(/^[\w-]+$/, "is not the name of a request header")
      .toLowerCase()
      .optional()
      .meta({
        description: "Header that your edge overwrites with the client's address.",
        fallback: "x-real-ip on Vercel, else the socket's address",
      }),
    EDGE_RUNTIME: oneOf("true", "false").optional().meta({
      description: "Declares an edge runtime, where limits need RATE_LIMIT_REDIS_URL.",
      fallback: "true on Vercel",
    }),
    RATE_LIMIT_REDIS_URL: url(/^rediss?$/, "redis://host:6379")
      .optional()
      .meta({
        description: "Decides rate limits for all instances together.",
        fallback: "in-process",
      }),
    PERSON_REQUEST_FACTOR: integer(1, 100_000).default(1).meta({
      description:
        "Multiplies how many requests a minute one account may make (6,000, and fewer large ones), for programs that do the work of many.",
    }),
  },
  "Sign-in": {
    SESSION_LONGEST_DAYS: integer(1, 365).default(90).meta({
      description: "After so many days everybody signs in again, however often they came by.",
    }),
    PRIMARY_OAUTH_CLIENT_ID: text()
      .optional()
      .meta({ description: "Enables `idp-primary`, with its secret." }),
    PRIMARY_OAUTH_CLIENT_SECRET: text().optional().meta({ description: "Secret of `idp-primary`." }),
    PRIMARY_OAUTH_ISSUER: httpUrl("https://accounts.example.org")
      .default("https://accounts.google.com")
      .meta({
        description: "Its OpenID issuer, for discovery.",
      }),
    PRIMARY_OAUTH_AUTHORIZATION_URL: httpUrl("https://…/authorize").optional().meta({
      description: "In place of discovery, with the next two.",
    }),
    PRIMARY_OAUTH_TOKEN_URL: httpUrl("https://…/token").optional().meta({ description: "Token endpoint." }),
    PRIMARY_OAUTH_USERINFO_URL: httpUrl("https://…/userinfo").optional().meta({
      description: "User info endpoint.",
    }),
    PRIMARY_OAUTH_NAME: text().default("Google").meta({ description: "Its name on the sign-in button." }),
    WEB_QR_APP_ID: text().optional().meta({ description: "Enables `idp-qr`, with its secret." }),
    WEB_QR_APP_SECRET: text().optional().meta({ description: "Secret of `idp-qr`." }),
    WEB_QR_AUTHORIZATION_URL: httpUrl("https://…/qrconnect")
      .default("https://open.weixin.qq.com/connect/qrconnect")
      .meta({ description: "Its page with the code to scan." }),
    WEB_QR_TOKEN_URL: httpUrl("https://…/access_token")
      .default("https://api.weixin.qq.com/sns/oauth2/access_token")
      .meta({ description: "Its token endpoint." }),
    WEB_QR_USERINFO_URL: httpUrl("https://…/userinfo")
      .default("https://api.weixin.qq.com/sns/userinfo")
      .meta({ description: "Its user info endpoint." }),
    WEB_QR_NAME: text().default("WeChat").meta({ description: "Its name on the sign-in button." }),
    MINI_PROGRAM_APP_ID: text()
      .optional()
      .meta({ description: "Enables mini-program sign-in, with its secret." }),
    MINI_PROGRAM_APP_SECRET: text().optional().meta({ description: "Secret of the mini-program." }),
    MINI_PROGRAM_API_URL: httpUrl("https://api.example.org").default("https://api.weixin.qq.com").meta({
      description: "Its platform.",
    }),
    CAPTCHA_PROVIDER: oneOf("captcha-widget").optional().meta({
      description: "`captcha-widget` guards sign-up, sign-in and mails.",
      fallback: "off",
    }),
    CAPTCHA_SECRET_KEY: text().optional().meta({ description: "Its server key." }),
    CAPTCHA_SITE_KEY: text().optional().meta({ description: "Its public key, for the web pages." }),
    CAPTCHA_VERIFY_URL: httpUrl("https://…/siteverify")
      .default("https://challenges.cloudflare.com/turnstile/v0/siteverify")
      .meta({ description: "Its verifier." }),
    CAPTCHA_SCRIPT_URL: httpUrl("https://…/api.js")
      .default("https://challenges.cloudflare.com/turnstile/v0/api.js")
      .meta({ description: "Its script, for the web pages." }),
  },
  Mail: {
    EMAIL_PROVIDER: oneOf("console", "http-api").default("console").meta({
      description: "`console` prints mails; `http-api` sends them.",
    }),
    EMAIL_FROM: text().default("Wayfare <no-reply@localhost>").meta({
      description: "From header; required for `http-api`.",
    }),
    EMAIL_API_KEY: text()
      .optional()
      .meta({ description: "Key of the delivery provider; required for `http-api`." }),
    EMAIL_API_URL: httpUrl("https://api.example.org").default("https://api.resend.com").meta({
      description: "The delivery provider.",
    }),
    ...restrictedMailVariables,
  },
  "Web Push": {
    WEB_PUSH_PUBLIC_KEY: text().optional().meta({
      description: "VAPID key pair (P-256, base64url); turns pushes on, with the next one.",
      fallback: "off; embedded: generated once",
    }),
    WEB_PUSH_PRIVATE_KEY: text().optional().meta({ description: "Its private key." }),
    WEB_PUSH_SUBJECT: text()
      .regex(
        /^(mailto:\S+@\S+|https:\/\/\S+)$/,
        "is not of the form mailto:ops@example.org or https://example.org",
      )
      .optional()
      .meta({
        description: "Whom push services may turn to; Apple's refuses addresses on localhost.",
        fallback: "BASE_URL where it is https",
      }),
    WEB_PUSH_HOSTS: list(
      (part) => /^[\w.:[\]-]+$/.test(part),
      "is not a comma-separated list of hosts such as push.example.org",
    )
      .default([])
      .meta({
        description:
          "Push services beside those of Google, Mozilla, Microsoft and Apple: host suffixes; loopback by address and port.",
        fallback: "none",
      }),
  },
  Storage: {
    STORAGE_DRIVER: oneOf("disk", "s3").default("disk").meta({ description: "Where uploads are kept." }),
    S3_ENDPOINT: httpUrl("https://s3.example.org")
      .optional()
      .meta({ description: "For stores other than AWS." }),
    S3_REGION: text().default("auto").meta({ description: "Region of the bucket." }),
    S3_BUCKET: text()
      .optional()
      .meta({ description: "Bucket; required for `s3`. Its CORS rules must let BASE_URL's origin POST." }),
    S3_ACCESS_KEY_ID: text().optional().meta({ description: "Key id; required for `s3`." }),
    S3_SECRET_ACCESS_KEY: text().optional().meta({ description: "Key; required for `s3`." }),
  },
  "Street view": {
    STREET_VIEW_PROVIDER: oneOf("primary").optional().meta({
      description: "`primary` turns street view on.",
      fallback: "off",
    }),
    STREET_IMAGERY_ACCESS_TOKEN: text().optional().meta({ description: "Its access token." }),
    STREET_VIEW_TIMEOUT_MS: integer(1, 120_000).default(12_000).meta({
      description: "Deadline of one search, in milliseconds.",
    }),
    STREET_IMAGERY_API_URL: httpUrl("https://graph.example.org").default("https://graph.mapillary.com").meta({
      description: "Its API.",
    }),
    STREET_IMAGERY_MEDIA_HOSTS: list(
      (part) => /^[\w.:[\]-]+$/.test(part),
      "is not a comma-separated list of host suffixes",
    )
      .default(["fbcdn.net", "mapillary.com"])
      .meta({ description: "Host suffixes that previews may come from; loopback by address and port." }),
  },
  "Open services": openServiceVariables,
  "Places and map": {
    PLACE_SEARCH_PROVIDER: oneOf("embedded", "photon", "nominatim").optional().meta({
      description: "How PLACE_SEARCH_URL is asked; `embedded`: not at all.",
      fallback: "`photon` where there is an address",
    }),
    MAP_STYLE_URL: httpUrl("https://tiles.example.org/style.json").optional().meta({
      description: "A MapLibre style of your own.",
      fallback: "ours, of MAP_TILES_URL",
    }),
    MAP_STYLE_HOSTS: list(
      (part) => /^(https?:\/\/)?(\*\.[\w-]+\.)?[\w-]+(\.[\w-]+)*(:\d+)?$/.test(part),
      "is not a comma-separated list of hosts such as tiles.example.org or *.tiles.example.org",
    )
      .default([])
      .meta({
        description:
          "Other hosts that the style takes tiles, letters and signs from, such as `tiles.example.org,*.fonts.example.org`; the page's policy lets browsers ask these and the style's own.",
        fallback: "none",
      }),
  },
  Agent: agentVariables,
  "Set by Vercel": vercelVariables,
};
