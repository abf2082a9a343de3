import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { answerJson, type LoopbackServer, startLoopback } from "./loopback-server.ts";

/** What is wrong with the next ID token; by default nothing. */
export interface Lie {
  /** Claims that replace those of a valid token. */
  claims?: Record<string, unknown>;
  /**
   * The key that signs the token: the provider's, another key, none, or the provider's public key as a shared secret.
   */
  signedBy?: "own" | "another" | "nobody" | "public key";
}

export interface LyingProvider extends LoopbackServer {
  /** Sets the lie for the sign-in that began at this address of the provider's page. */
  tell(page: URL, lie: Lie): void;
  /** Sets the issuer that the provider's description and tokens name; null is the provider's own address. */
  callItself(issuer: string | null): void;
}

const KEY_ID = "the-key";

function encoded(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
}

/**
 * Starts an OpenID provider that answers every code with a token for the same person; tests set its signature and
 * claims.
 */
export async function startLyingProvider({
  clientId,
  sub,
}: {
  clientId: string;
  sub: string;
}): Promise<LyingProvider> {
  const [own, another] = [0, 1].map(() => generateKeyPairSync("rsa", { modulusLength: 2048 }));
  let lie: Lie = {};
  let nonce = "";
  let issuer: string | null = null;
  const server = await startLoopback((request, response) => {
    const { pathname } = new URL(request.url ?? "/", server.url);
    if (pathname === "/.well-known/openid-configuration") return answerJson(response, 200, discovery());
    if (pathname === "/jwks") return answerJson(response, 200, { keys: [publicKey()] });
    if (pathname === "/token") return answerJson(response, 200, { ...tokens(), token_type: "Bearer" });
    if (pathname === "/me") return answerJson(response, 200, person());
    return answerJson(response, 404, {});
  });

  function discovery() {
    const at = (path: string) => `${server.url}${path}`;
    return {
      issuer: issuer ?? server.url,
      authorization_endpoint: at("/auth"),
      token_endpoint: at("/token"),
      userinfo_endpoint: at("/me"),
      jwks_uri: at("/jwks"),
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    };
  }

  function publicKey() {
    return { ...own?.publicKey.export({ format: "jwk" }), kid: KEY_ID, alg: "RS256", use: "sig" };
  }

  function person() {
    return { sub, name: "Ann Lee", email: `${sub}@people.test`, email_verified: true };
  }

  function tokens() {
    const now = Math.floor(Date.now() / 1000);
    const good = { ...person(), iss: issuer ?? server.url, aud: clientId, iat: now, exp: now + 300, nonce };
    return { access_token: "access", id_token: jwt({ ...good, ...lie.claims }) };
  }

  function jwt(claims: object): string {
    const { signedBy = "own" } = lie;
    const alg = { own: "RS256", another: "RS256", nobody: "none", "public key": "HS256" }[signedBy];
    const body = `${encoded({ alg, typ: "JWT", kid: KEY_ID })}.${encoded(claims)}`;
    return `${body}.${signatureOf(body, signedBy)}`;
  }

  function signatureOf(body: string, signedBy: NonNullable<Lie["signedBy"]>): string {
    if (signedBy === "nobody") return "";
    const key = signedBy === "another" ? another : own;
    if (!key) throw new Error("There is no key.");
    if (signedBy === "public key") {
      const pem = key.publicKey.export({ format: "pem", type: "spki" });
      return createHmac("sha256", pem).update(body).digest("base64url");
    }
    return signed(body, key.privateKey);
  }

  return {
    ...server,
    tell: (page, next) => {
      nonce = page.searchParams.get("nonce") ?? "";
      lie = next;
    },
    callItself: (name) => {
      issuer = name;
    },
  };
}

function signed(body: string, key: KeyObject): string {
  return sign("sha256", Buffer.from(body), key).toString("base64url");
}
