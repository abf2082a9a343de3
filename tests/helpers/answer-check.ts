import * as z from "zod";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { ERROR_STATUS } from "#lib/shared/errors.ts";

const ErrorBody = z.strictObject({
  code: z.enum(Object.keys(ERROR_STATUS)),
  message: z.string().min(1),
  issues: z
    .array(z.strictObject({ path: z.string(), message: z.string().min(1) }))
    .min(1)
    .optional(),
  details: z.record(z.string(), z.unknown()).optional(),
  requestId: z.uuid({ version: "v7" }),
});

/**
 * Checks what every answer of every endpoint must have: the documented status, the documented body without any other
 * field, the error shape with the status of its code, and the request's id. It runs on each answer, whatever the test
 * itself asserts.
 * @throws Error that says what is wrong
 */
export async function checkAnswer(endpoint: Endpoint, request: Request, response: Response): Promise<void> {
  const text = request.method === "HEAD" || isFile(endpoint, response) ? "" : await response.text();
  try {
    if (endpoint.id !== "service.ping") checkFrame(response, text);
    if (request.method !== endpoint.method) return;
    // The response is one half of a clone whose other half is read on; `cancel` would only resolve together with that
    // half, so nothing waits for it.
    if (isStream(endpoint, response)) void response.body?.cancel();
    else if (isFile(endpoint, response)) checkFile(endpoint, response);
    else if (response.ok) checkSuccess(endpoint, response.status, text);
    else if (endpoint.id !== "service.health") checkRefusal(response, text);
  } catch (error) {
    throw new Error(`${endpoint.id} answered ${response.status} ${text.slice(0, 2000)}`, { cause: error });
  }
}

function checkFrame(response: Response, text: string): void {
  z.uuid({ version: "v7" }).parse(response.headers.get("x-request-id"));
  z.string().min(1).parse(response.headers.get("cache-control"));
  if (response.status === 204) z.literal("").parse(text);
}

function isFile(endpoint: Endpoint, { status }: Response): boolean {
  return endpoint.download !== undefined && [endpoint.status, 206, 304].includes(status);
}

/** Whether the answer is an event stream, which never ends and therefore cannot be read to its end. */
function isStream({ download }: Endpoint, { status, headers }: Response): boolean {
  const type = headers.get("content-type");
  return status === 200 && type === "text/event-stream" && download?.includes(type) === true;
}

function checkFile({ download }: Endpoint, { status, headers }: Response): void {
  z.literal("nosniff").parse(headers.get("x-content-type-options"));
  z.string()
    .regex(/^".+"$/)
    .parse(headers.get("etag"));
  if (status !== 304) z.enum(download ?? []).parse(headers.get("content-type"));
}

function checkSuccess(endpoint: Endpoint, status: number, text: string): void {
  // A create with the idempotency key of an earlier one answers 200 with the row.
  z.literal(endpoint.status === 201 ? [201, 200] : [endpoint.status]).parse(status);
  if (endpoint.status === 204) return;
  const body: unknown = JSON.parse(text);
  endpoint.response?.parse(body);
  strictOf(endpoint).parse(body);
}

function checkRefusal(response: Response, text: string): void {
  const body = ErrorBody.parse(JSON.parse(text));
  const statuses = new Map<string, number>(Object.entries(ERROR_STATUS));
  z.literal(statuses.get(body.code)).parse(response.status);
  z.literal(response.headers.get("x-request-id")).parse(body.requestId);
}

const strictSchemas = new Map<string, z.ZodType>();

function strictOf(endpoint: Endpoint): z.ZodType {
  const known = strictSchemas.get(endpoint.id);
  const schema = known ?? strictly(endpoint.response ?? z.undefined());
  strictSchemas.set(endpoint.id, schema);
  return schema;
}

/**
 * Returns the schema with every plain object in it rejecting unknown fields, as readers of an OpenAPI document
 * understand it.
 */
function strictly(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    if (schema.def.catchall) return schema;
    const shape = Object.entries<z.core.$ZodType>(schema.shape);
    return z.strictObject(Object.fromEntries(shape.map(([name, field]) => [name, strictly(field)])));
  }
  if (schema instanceof z.ZodArray) return z.array(strictly(schema.element));
  if (schema instanceof z.ZodNullable) return strictly(schema.unwrap()).nullable();
  if (schema instanceof z.ZodOptional) return strictly(schema.unwrap()).optional();
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(strictly));
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError("This is no schema of zod's classic API.");
}
