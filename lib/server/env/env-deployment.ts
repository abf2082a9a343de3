import { integer, list, oneOf, secret, text } from "./env-kinds.ts";

/**
 * A host without a scheme, as Vercel names its deployments. The host becomes part of an origin that the service trusts,
 * so its format is checked.
 */
function host() {
  return text()
    .regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/i, "is not a host such as trips-git-idea.vercel.app")
    .toLowerCase();
}

export const cronVariables = {
  CRON_SECRET: secret().optional().meta({
    description: "Bearer token of `GET /api/internal/tick`, as Vercel's crons send it.",
    fallback: "GET is refused",
  }),
};

export const bindVariables = {
  // The other processes of the service reach the web server at 127.0.0.1 with each of these values.
  BIND_ADDRESS: oneOf("127.0.0.1", "0.0.0.0", "::").optional().meta({
    description: "What the web server listens on: `127.0.0.1` behind a reverse proxy of the same machine.",
    fallback: "every interface",
  }),
  CONNECTIONS_PER_ADDRESS: integer(1, 1_000_000).default(256).meta({
    description:
      "Connections that one address may have open at once; behind a proxy requests and sockets, by `CLIENT_IP_HEADER`. Private addresses have no limit of their own.",
  }),
};

export const stopVariables = {
  STOP_SECONDS: integer(1, 600).default(20).meta({
    description: "How long requests, and runs of the agent, may take to end once the server is told to stop.",
  }),
  STOP_NOTICE_SECONDS: integer(0, 300).default(0).meta({
    description:
      "Before it closes its port, `/api/health` says for so long that it stops: longer than your load balancer takes to notice.",
  }),
};

export const restrictedMailVariables = {
  EMAIL_ONLY_TO: list(
    (part) => /^[^\s@]*@[^\s@]+$/.test(part),
    "is not a comma-separated list of addresses and domains such as ann@example.org,@example.com",
  )
    .optional()
    .meta({
      description:
        "Nobody else is mailed, for trying a version out: addresses, and domains with an @ in front.",
      fallback: "everybody is mailed",
    }),
};

export const vercelVariables = {
  VERCEL: text().optional().meta({ description: "Whether it runs there." }),
  VERCEL_ENV: oneOf("production", "preview", "development").optional().meta({
    description: "A preview may be opened at its own two hosts below.",
  }),
  VERCEL_URL: host().optional().meta({ description: "The deployment's own host." }),
  VERCEL_BRANCH_URL: host()
    .optional()
    .meta({ description: "The host of the newest deployment of its branch." }),
};

/**
 * The longest duration of a function on Vercel, in seconds. It is the limit of each of Vercel's plans, and routes that
 * work after their answer request it as `maxDuration`, which the build reads as a number.
 */
export const FUNCTION_SECONDS = 300;
/** The longest agent run, in seconds; the other 30 seconds are for the start and the end of the function. */
const LONGEST_RUN_SECONDS = FUNCTION_SECONDS - 30;

export interface Platform {
  VERCEL?: string | undefined;
  VERCEL_ENV?: string | undefined;
  VERCEL_URL?: string | undefined;
  VERCEL_BRANCH_URL?: string | undefined;
}

/**
 * Returns the origins of a preview deployment: exactly its own hosts, `VERCEL_URL` first. Another host with the same
 * ending belongs to somebody else.
 */
export function previewOrigins({ VERCEL, VERCEL_ENV, VERCEL_URL, VERCEL_BRANCH_URL }: Platform): string[] {
  if (!VERCEL || VERCEL_ENV !== "preview") return [];
  return [VERCEL_URL, VERCEL_BRANCH_URL].flatMap((name) => (name ? [`https://${name}`] : []));
}

/** Checks that the other settings are possible on Vercel, and yields one problem for each that is not. */
export function* platformProblems(
  given: Readonly<Record<string, string | undefined>>,
): Generator<{ name: string; problem: string }> {
  if (!given.VERCEL) return;
  const isPreview = given.VERCEL_ENV === "preview";
  if (!given.BASE_URL && previewOrigins(given).length === 0) {
    yield { name: "BASE_URL", problem: "is not set: on Vercel it is the address that people open" };
  }
  if (Number(given.AGENT_MAX_SECONDS) > LONGEST_RUN_SECONDS) {
    const problem = `is more than the ${LONGEST_RUN_SECONDS} seconds that a function on Vercel has for a run`;
    yield { name: "AGENT_MAX_SECONDS", problem };
  }
  if (isPreview && given.EMAIL_PROVIDER === "http-api" && !given.EMAIL_ONLY_TO) {
    yield { name: "EMAIL_ONLY_TO", problem: "is not set: a preview that mails must say whom it may mail" };
  }
}
