import { noteCode } from "#lib/server/http/request-record.ts";
import { AppError, type ErrorBody, type ErrorCode, type Issue } from "#lib/shared/errors.ts";

/** Error codes of refusals for which better-auth has no code. */
const CODES: Partial<Record<number, ErrorCode>> = {
  401: "UNAUTHENTICATED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "RATE_LIMITED",
  503: "UNAVAILABLE",
};

/** Returns better-auth's refusal in the API's error format, with its own code, status, cookies and other headers. */
export async function toApiRefusal(response: Response, requestId: string): Promise<Response> {
  // The cause of a fault is in better-auth's log, not in the answer; 503 means that the client may try again.
  if (response.status >= 500 && response.status !== 503)
    throw new AppError("INTERNAL", "Something went wrong on our side. Please try again.");
  const said = await readSaid(response);
  const message = said.message ?? "This request was refused.";
  const code = said.code ?? CODES[response.status] ?? codeFrom(message);
  noteCode(code);
  const body: ErrorBody = { code, message, requestId };
  if (code === "VALIDATION_ERROR") body.issues = issuesFrom(message);
  const headers = new Headers(response.headers);
  headers.set("content-type", "application/json");
  const retryAfter = headers.get("x-retry-after");
  if (retryAfter !== null) headers.set("retry-after", retryAfter);
  headers.delete("x-retry-after");
  return new Response(JSON.stringify(body), { status: response.status, headers });
}

async function readSaid(response: Response): Promise<{ code?: string; message?: string }> {
  try {
    const body: unknown = JSON.parse(await response.text());
    if (typeof body !== "object" || body === null) return {};
    const said = new Map<string, unknown>(Object.entries(body));
    const [code, message] = [said.get("code"), said.get("message")];
    return {
      ...(typeof code === "string" ? { code } : {}),
      ...(typeof message === "string" ? { message } : {}),
    };
  } catch {
    return {};
  }
}

/** Makes a code from a message as better-auth does: `Email is the same` → `EMAIL_IS_THE_SAME`. */
function codeFrom(message: string): string {
  return message
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");
}

/**
 * The longest message that is searched. A longer one contains the caller's own text, for which the pattern takes long.
 */
const MAX_SAID = 2000;

/**
 * Reads the issues from better-auth's message, which has them only as text: `[body.email] Invalid email address;
 * [body.name] …`.
 */
function issuesFrom(message: string): Issue[] {
  return [...message.slice(0, MAX_SAID).matchAll(/\[(?:body\.?)?([^\]]*)\] (.*?)(?=; \[|$)/g)].map(
    ([, path = "", text = ""]) => ({
      path,
      message: text,
    }),
  );
}
