import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Provider, type Configuration } from "oidc-provider";
import { openIdMemory } from "./openid-memory.ts";
import { answerTrouble, startLoopback, type LoopbackServer, type Trouble } from "./loopback-server.ts";

/** What the provider reports about a person; fields that are left out are not reported. */
export interface OpenIdPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  picture?: string;
}

export interface OpenIdProvider extends LoopbackServer {
  /** The value for `PRIMARY_OAUTH_ISSUER`. */
  issuer: string;
  /** Sets who approves at the provider's sign-in page from now on; null makes the next person refuse. */
  signInAs(person: OpenIdPerson | null): void;
  /** The query parameters of each authorization request. */
  requests: Record<string, string>[];
  /** The access tokens that the double has issued. */
  accessTokens: string[];
  /** Sets how the token endpoint fails. */
  trouble(kind: Trouble | null): void;
}

export interface OpenIdClient {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

export function newOpenIdPerson(overrides: Partial<OpenIdPerson> = {}): OpenIdPerson {
  const sub = randomBytes(10).toString("hex");
  return {
    sub,
    email: `${sub}@mail.test`,
    email_verified: true,
    name: "Mei Tanaka",
    picture: `https://pictures.test/${sub}.jpg`,
    ...overrides,
  };
}

/**
 * Starts a whole OpenID Connect provider (discovery, JWKS, required PKCE, user info) whose pages approve by themselves.
 */
export async function startOpenIdProvider(client: OpenIdClient): Promise<OpenIdProvider> {
  const people = new Map<string, OpenIdPerson>();
  const requests: Record<string, string>[] = [];
  const accessTokens: string[] = [];
  let visitor: OpenIdPerson | null = null;
  let trouble: Trouble | null = null;
  let answer: RequestListener = notReady;

  const server = await startLoopback((request, response) => answer(request, response));
  const provider = new Provider(server.url, configuration(client, people));
  provider.on("access_token.saved", (token) => void accessTokens.push(token.jti));
  const ownRoutes = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!visitor) {
      const refusal = { error: "access_denied", error_description: "The person refused." };
      await provider.interactionFinished(request, response, refusal);
      return;
    }
    people.set(visitor.sub, visitor);
    await provider.interactionFinished(request, response, { login: { accountId: visitor.sub } });
  }

  answer = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", server.url);
    if (pathname === "/auth") requests.push(Object.fromEntries(searchParams));
    if (pathname === "/token" && answerTrouble(response, trouble)) return;
    if (pathname.startsWith("/interaction/")) void interact(request, response);
    else void ownRoutes(request, response);
  };

  return {
    ...server,
    issuer: server.url,
    requests,
    accessTokens,
    signInAs(person) {
      visitor = person;
    },
    trouble(kind) {
      trouble = kind;
    },
  };
}

/** Answers a request that arrives before the provider knows its own address. */
function notReady(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503).end();
}

function configuration(client: OpenIdClient, people: ReadonlyMap<string, OpenIdPerson>): Configuration {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectUri],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    adapter: openIdMemory(),
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "one" }] },
    cookies: { keys: [randomBytes(24).toString("hex")] },
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    // Every person counts as having consented before.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
}
