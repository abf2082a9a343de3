import { noteCode } from "#lib/server/http/request-record.ts";
import { AppError, type ErrorBody, type ErrorCode, type Issue } from "#lib/shared/errors.ts";

/** For refusals to which better-auth gives no code of its own. */
const CODES: Partial<Record<number, ErrorCode>> = {
  401: "UNAUTHENTICATED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "RATE_LIMITED",
  503: "UNAVAILABLE",
};

/** better-auth's refusal in the service's one shape, with its own code, status, cookies and other headers kept. */
export async function refusal(response: Response, requestId: string): Promise<Response> {
  // What went wrong inside is in better-auth's log, not in the answer; 503 says that it may be tried again.
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

/** `Email is the same` → `EMAIL_IS_THE_SAME`, as better-auth names its own. */
function codeFrom(message: string): string {
  return message
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");
}

/** More would be somebody's own text in it, and takes the pattern long. */
const MAX_SAID = 2000;

/** better-auth has the issues only as text: `[body.email] Invalid email address; [body.name] …`. */
function issuesFrom(message: string): Issue[] {
  return [...message.slice(0, MAX_SAID).matchAll(/\[(?:body\.?)?([^\]]*)\] (.*?)(?=; \[|$)/g)].map(
    ([, path = "", text = ""]) => ({
      path,
      message: text,
    }),
  );
}
