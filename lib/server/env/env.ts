import * as z from "zod";
import { platformProblems, previewOrigins } from "./env-deployment.ts";
import { followsLinks, serviceAddresses } from "./env-open-services.ts";
import { variables } from "./env-variables.ts";
import { normalOrigin } from "./origin.ts";
import { publicKeyOf } from "./vapid-keys.ts";

type Source = Readonly<Record<string, string | undefined>>;

const Variables = z.object({
  ...variables["Address and secrets"],
  ...variables.Database,
  ...variables["Ports and data of one machine"],
  ...variables["Traces and metrics"],
  ...variables["Realtime, requests, jobs"],
  ...variables["Sign-in"],
  ...variables.Mail,
  ...variables["Web Push"],
  ...variables.Storage,
  ...variables["Street view"],
  ...variables["Open services"],
  ...variables["Places and map"],
  ...variables.Agent,
  ...variables["Set by Vercel"],
});
type Variables = z.infer<typeof Variables>;
type Name = keyof Variables;

export interface Env extends Variables {
  BASE_URL: string;
  PARTYKIT_URL: string;
  WEB_PUSH_SUBJECT: string;
  DATABASE_DRIVER: "pg" | "neon";
  PLACE_SEARCH_PROVIDER: "embedded" | "photon" | "nominatim";
  LOG_REQUESTS: "all" | "failed" | "none";
  SERVER_TIMING: "on" | "off";
  /** Origins in the form that browsers send. The origin of BASE_URL is always among them. */
  TRUSTED_ORIGINS: string[];
  isProduction: boolean;
  /**
   * Whether the code runs in an edge runtime. It shares no memory between requests, so Redis must count the rate limits
   * there.
   */
  isEdge: boolean;
  /**
   * Which database is configured. `embedded`: no URL is set, so the supervisor runs PostgreSQL. `cached-only`: only
   * DATABASE_CACHED_URL is set, so {@link freshDatabase} throws a 503.
   */
  databaseMode: "embedded" | "url" | "cached-only";
}

export interface Problem {
  name: string;
  problem: string;
}

/** Lists every wrong or missing variable at once, by name and without its value. */
export class EnvError extends Error {
  override name = "EnvError";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const count = problems.length === 1 ? "1 setting needs" : `${problems.length} settings need`;
    const lines = problems.map(({ name, problem }) => `  ${name} ${problem}`);
    super(`Wayfare cannot start: ${count} attention.\n${lines.join("\n")}`);
    this.problems = problems;
  }
}

const PAIRS: readonly (readonly [Name, Name])[] = [
  ["PRIMARY_OAUTH_CLIENT_ID", "PRIMARY_OAUTH_CLIENT_SECRET"],
  ["WEB_QR_APP_ID", "WEB_QR_APP_SECRET"],
  ["MINI_PROGRAM_APP_ID", "MINI_PROGRAM_APP_SECRET"],
  ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
  ["WEB_PUSH_PUBLIC_KEY", "WEB_PUSH_PRIVATE_KEY"],
];

const NEEDS: readonly { name: Name; is: string; names: readonly Name[] }[] = [
  { name: "EMAIL_PROVIDER", is: "http-api", names: ["EMAIL_FROM", "EMAIL_API_KEY"] },
  { name: "CAPTCHA_PROVIDER", is: "captcha-widget", names: ["CAPTCHA_SECRET_KEY"] },
  { name: "STREET_VIEW_PROVIDER", is: "primary", names: ["STREET_IMAGERY_ACCESS_TOKEN"] },
  { name: "STORAGE_DRIVER", is: "s3", names: ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] },
  { name: "PLACE_SEARCH_PROVIDER", is: "nominatim", names: ["PLACE_SEARCH_URL"] },
];

const OAUTH_URLS: readonly Name[] = [
  "PRIMARY_OAUTH_AUTHORIZATION_URL",
  "PRIMARY_OAUTH_TOKEN_URL",
  "PRIMARY_OAUTH_USERINFO_URL",
];

function* crossProblems(given: Source): Generator<Problem> {
  for (const [a, b] of PAIRS) {
    if (given[a] && !given[b]) yield { name: b, problem: `is not set, but ${a} is: set both or neither` };
    if (given[b] && !given[a]) yield { name: a, problem: `is not set, but ${b} is: set both or neither` };
  }
  for (const { name, is, names } of NEEDS) {
    if (given[name] !== is) continue;
    for (const needed of names) {
      if (!given[needed]) yield { name: needed, problem: `is not set: ${name}=${is} needs it` };
    }
  }
  if (OAUTH_URLS.some((name) => given[name])) {
    for (const name of OAUTH_URLS) {
      if (!given[name]) yield { name, problem: `is not set: ${OAUTH_URLS.join(", ")} go together` };
    }
  }
  if (given.PLACE_SEARCH_PROVIDER === "photon" && given.OPEN_SERVICES === "off" && !given.PLACE_SEARCH_URL)
    yield {
      name: "PLACE_SEARCH_URL",
      problem: "is not set: PLACE_SEARCH_PROVIDER=photon needs it while OPEN_SERVICES is off",
    };
  yield* vapidProblems(given);
  yield* platformProblems(given);
}

function* vapidProblems({
  WEB_PUSH_PUBLIC_KEY: publicKey,
  WEB_PUSH_PRIVATE_KEY: privateKey,
}: Source): Generator<Problem> {
  if (!publicKey || !privateKey) return;
  const expected = publicKeyOf(privateKey);
  if (expected === null) yield { name: "WEB_PUSH_PRIVATE_KEY", problem: "is not a P-256 key in base64url" };
  else if (expected !== publicKey.replace(/=+$/, ""))
    yield { name: "WEB_PUSH_PUBLIC_KEY", problem: "is not the public key of WEB_PUSH_PRIVATE_KEY" };
}

function derive(values: Variables, source: Source): Env {
  const preview = previewOrigins(values);
  const base = values.BASE_URL ?? preview[0] ?? `http://localhost:${values.PORT}`;
  // Without BASE_URL both hosts are trusted: the browser may open the service as localhost or as 127.0.0.1.
  const isNamed = values.BASE_URL !== undefined || preview.length > 0;
  const own = isNamed ? [base, ...preview] : [base, `http://127.0.0.1:${values.PORT}`];
  const isNeon =
    values.DATABASE_URL !== undefined && new URL(values.DATABASE_URL).hostname.endsWith(".neon.tech");
  const isProduction = source.NODE_ENV === "production";
  const addresses = serviceAddresses(values);
  return {
    ...values,
    BASE_URL: base,
    PARTYKIT_URL: values.PARTYKIT_URL ?? `http://127.0.0.1:${values.PARTY_PORT}`,
    WEB_PUSH_SUBJECT:
      values.WEB_PUSH_SUBJECT ?? (base.startsWith("https:") ? base : "mailto:no-reply@localhost"),
    CLIENT_IP_HEADER: values.CLIENT_IP_HEADER ?? (values.VERCEL ? "x-real-ip" : undefined),
    ...addresses,
    FOLLOW_MAP_LINKS: followsLinks(values),
    PLACE_SEARCH_PROVIDER:
      values.PLACE_SEARCH_PROVIDER ?? (addresses.PLACE_SEARCH_URL ? "photon" : "embedded"),
    DATABASE_DRIVER: values.DATABASE_DRIVER ?? (isNeon ? "neon" : "pg"),
    TRUSTED_ORIGINS: [...new Set([...own, ...(values.TRUSTED_ORIGINS ?? ["app://"])].map(normalOrigin))],
    SERVER_TIMING: values.SERVER_TIMING ?? (source.NODE_ENV === "development" ? "on" : "off"),
    LOG_REQUESTS: values.LOG_REQUESTS ?? (isProduction ? "all" : "failed"),
    isProduction,
    isEdge: values.VERCEL !== undefined || values.EDGE_RUNTIME === "true",
    databaseMode: values.DATABASE_URL ? "url" : values.DATABASE_CACHED_URL ? "cached-only" : "embedded",
  };
}

/**
 * Parses the variables. An empty or blank value counts as not set.
 * @throws EnvError that lists every problem.
 */
export function parseEnv(source: Source): Env {
  const given: Source = Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
  const parsed = Variables.safeParse(given);
  const problems = new Map<string, string>();
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0]);
    if (!problems.has(name)) problems.set(name, issue.message);
  }
  for (const { name, problem } of crossProblems(given)) {
    if (!problems.has(name)) problems.set(name, problem);
  }
  if (!parsed.success || problems.size > 0) {
    throw new EnvError([...problems].map(([name, problem]) => ({ name, problem })));
  }
  return derive(parsed.data, given);
}

let parsedOnce: Env | undefined;

/** Returns the configuration of this process. It is parsed at the first call, so that a build needs no variable. */
export function env(): Env {
  parsedOnce ??= parseEnv(process.env);
  return parsedOnce;
}

/** Returns the unparsed environment. The supervisor completes it and passes it to its child processes. */
export function environment(): Source {
  return process.env;
}

export interface VariableNote {
  group: string;
  name: string;
  description: string;
  /** `required`, the default value as an operator would write it, or what happens when the variable is not set. */
  fallback: string;
}

export function describeVariables(): VariableNote[] {
  return Object.entries(variables).flatMap(([group, members]) =>
    Object.entries<z.ZodType>(members).map(([name, schema]) => {
      const { description = "", fallback } = z.globalRegistry.get(schema) ?? {};
      return {
        group,
        name,
        description,
        fallback: typeof fallback === "string" ? fallback : defaultOf(schema),
      };
    }),
  );
}

function defaultOf(schema: z.ZodType): string {
  const unset = z
    .union([z.string(), z.number(), z.array(z.string())])
    .safeParse(schema.safeParse(undefined).data);
  if (unset.success) return `\`${String(unset.data)}\``;
  return schema.safeParse(undefined).success ? "" : "required";
}
