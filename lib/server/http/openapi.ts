import * as z from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import type { DocumentedEndpoint } from "#lib/shared/api/endpoint.ts";
import { documentedEndpoints } from "#lib/shared/api/registry.ts";
import { Id } from "#lib/shared/fields.ts";
import { PAGE_USER_FIELD, PAGE_USER_HEADER } from "#lib/shared/page-user.ts";

const ErrorSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    requestId: z.string(),
  })
  .meta({ id: "Error", description: "Every refusal has this shape." });

const refusal = { description: "Refused", content: { "application/json": { schema: ErrorSchema } } };

const readHeaders = z.object({
  [PAGE_USER_HEADER]: Id.optional().meta({
    description: `Whose page asks: 401 OTHER_ACCOUNT where the session is somebody else's. Where no header can be sent, the query's ${PAGE_USER_FIELD} says the same.`,
  }),
});

const writeHeaders = readHeaders.extend({
  "idempotency-key": z
    .uuid()
    .optional()
    .meta({ description: "A repeat under the same key acts once and gets the same answer." }),
  "x-base-seq": z
    .int()
    .optional()
    .meta({ description: "The seq at which the changed fields were read; others' later changes are a 409." }),
  "x-force": z.literal("true").optional().meta({ description: "Overwrite them all the same." }),
});

function successOf({ response, download, status }: DocumentedEndpoint) {
  if (download) {
    const file = z.file();
    return {
      description: "The file",
      content: Object.fromEntries(download.map((type) => [type, { schema: file }])),
    };
  }
  return response
    ? { description: "Done", content: { "application/json": { schema: response } } }
    : { description: status === 302 ? "Redirected" : "Done" };
}

function requestBodyOf({ body, upload }: DocumentedEndpoint) {
  if (upload) {
    const { field, maxBytes, types } = upload;
    const schema = z.strictObject({
      [field]: z.file().meta({ description: `At most ${maxBytes / 1024 / 1024} MiB.` }),
    });
    const encoding = { [field]: { contentType: types.join(", ") } };
    return { requestBody: { required: true, content: { "multipart/form-data": { schema, encoding } } } };
  }
  return body && { requestBody: { required: true, content: { "application/json": { schema: body } } } };
}

function operationOf(endpoint: DocumentedEndpoint): ZodOpenApiOperationObject {
  const isWrite = endpoint.method !== "GET" && !endpoint.id.startsWith("auth.");
  const header = isWrite ? writeHeaders : readHeaders;
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: `Needs: ${endpoint.access}.${endpoint.feature ? " 404 where the operator has left it off." : ""}`,
    tags: [endpoint.id.split(".")[0] ?? "other"],
    security: endpoint.access === "public" ? [] : [{ bearer: [] }, { cookie: [] }],
    requestParams: {
      ...(endpoint.params && { path: endpoint.params }),
      ...(endpoint.query && { query: endpoint.query }),
      ...(endpoint.access !== "public" && { header }),
    },
    ...requestBodyOf(endpoint),
    responses: { [`${endpoint.status}`]: successOf(endpoint), default: refusal },
  };
}

/** Returns the OpenAPI 3.1 document, made from the endpoint objects alone. */
export function buildOpenApi(): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of documentedEndpoints) {
    const method = endpoint.method.toLowerCase();
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operationOf(endpoint) };
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Wayfare API",
      version: "1.0.0",
      description:
        "Plan a trip together, in one live document. Ids are UUIDs, instants ISO 8601 in UTC, money integer minor units.",
    },
    servers: [{ url: "/" }],
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The session token of a native client." },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: "better-auth.session_token",
          description: "The browser's session.",
        },
      },
    },
    paths,
  });
}
