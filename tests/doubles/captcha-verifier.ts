import {
  answerJson,
  answerTrouble,
  readText,
  startLoopback,
  type LoopbackServer,
  type Trouble,
} from "./loopback-server.ts";

export interface CaptchaRequest {
  secret: string | null;
  response: string | null;
  remoteip: string | null;
}

export interface CaptchaVerifier extends LoopbackServer {
  /** The value for `CAPTCHA_VERIFY_URL`. */
  verifyUrl: string;
  /** Returns a token as the widget gives it to a person; it is valid once. */
  solve(): string;
  requests: CaptchaRequest[];
  trouble(kind: Trouble | null): void;
}

let solved = 0;

/**
 * Starts a double of Turnstile's `POST /siteverify`: it takes a form or JSON, returns `{ success, "error-codes" }` and
 * accepts each token once.
 */
export async function startCaptchaVerifier(secret: string): Promise<CaptchaVerifier> {
  const tokens = new Set<string>();
  const requests: CaptchaRequest[] = [];
  let trouble: Trouble | null = null;
  const server = await startLoopback(async (request, response) => {
    if (request.method !== "POST" || request.url !== "/siteverify") {
      response.writeHead(404).end();
      return;
    }
    const asked = readAsked(request.headers["content-type"] ?? "", await readText(request));
    requests.push(asked);
    if (answerTrouble(response, trouble)) return;
    const errors = [
      ...(asked.secret === secret ? [] : ["invalid-input-secret"]),
      ...(tokens.delete(asked.response ?? "") ? [] : ["invalid-input-response"]),
    ];
    answerJson(response, 200, { success: errors.length === 0, "error-codes": errors });
  });
  return {
    ...server,
    verifyUrl: `${server.url}/siteverify`,
    requests,
    solve() {
      const token = `solved-${++solved}`;
      tokens.add(token);
      return token;
    },
    trouble(kind) {
      trouble = kind;
    },
  };
}

function readAsked(contentType: string, text: string): CaptchaRequest {
  const fields: URLSearchParams = contentType.includes("json")
    ? new URLSearchParams(Object.entries(JSON.parse(text)))
    : new URLSearchParams(text);
  return { secret: fields.get("secret"), response: fields.get("response"), remoteip: fields.get("remoteip") };
}
