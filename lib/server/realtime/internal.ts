import { createHash, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { AppError } from "#lib/shared/errors.ts";
import { env } from "../env/env.ts";
import { readJson } from "../http/body.ts";
import { validationFailed } from "../http/errors.ts";
import { answerRequest } from "../http/answer-request.ts";

interface Internal<Input extends z.ZodType> {
  pattern: string;
  /** The variable with the shared secret. If it is not set, every request is refused. */
  secret: "INTERNAL_SECRET" | "REALTIME_SECRET" | "CRON_SECRET";
  /** The schema of path parameters, query and JSON body together. */
  input: Input;
}

type Params = Record<string, string | undefined>;
type Handler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;

/**
 * Returns a route for the service's own processes, which prove their identity by a shared secret. Errors have the API's
 * error format.
 */
export function internalRoute<Input extends z.ZodType>(
  { pattern, secret, input }: Internal<Input>,
  work: (input: z.output<Input>) => Promise<unknown>,
): Handler {
  return (request, { params }) =>
    answerRequest(request, pattern, async () => {
      if (!holdsSecret(request, env()[secret])) {
        throw new AppError("UNAUTHENTICATED", "This is for the service's own parts.");
      }
      const parsed = input.safeParse(await readAll(request, await params));
      if (!parsed.success) throw validationFailed(parsed.error, "request");
      return Response.json(await work(parsed.data));
    });
}

async function readAll(request: Request, params: Params): Promise<object> {
  const hasBody = request.headers.get("content-type")?.startsWith("application/json");
  const body = hasBody ? (await readJson(request, z.looseObject({}))).value : {};
  return { ...Object.fromEntries(new URL(request.url).searchParams), ...Object(body), ...params };
}

/**
 * Whether the request has the secret. Digests are compared, so that the duration reveals nothing about the secret or
 * its length.
 */
function holdsSecret(request: Request, secret: string | undefined): boolean {
  if (secret === undefined) return false;
  return timingSafeEqual(digest(request.headers.get("authorization") ?? ""), digest(`Bearer ${secret}`));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
