import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import type { DocumentedEndpoint } from "#lib/shared/api/endpoint.ts";
import { documentedEndpoints } from "#lib/shared/api/registry.ts";
import { OPEN_PATHS } from "#lib/server/auth/open-paths.ts";
import { serviceApi } from "#lib/shared/api/service.ts";
import { send } from "#tests/helpers/handlers.ts";

const Json = z.record(z.string(), z.unknown());
const Operation = z.strictObject({
  operationId: z.string(),
  summary: z.string().min(1),
  description: z.string().optional(),
  tags: z.array(z.string()).min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(
      z.looseObject({
        in: z.enum(["path", "query", "header"]),
        name: z.string(),
        required: z.boolean().optional(),
        schema: Json,
      }),
    )
    .optional(),
  requestBody: z
    .strictObject({
      required: z.literal(true),
      content: z.partialRecord(
        z.enum(["application/json", "multipart/form-data"]),
        z.strictObject({ schema: Json, encoding: Json.optional() }),
      ),
    })
    .optional(),
  responses: z.record(
    z.string().regex(/^(200|201|204|302|default)$/),
    z.strictObject({ description: z.string(), content: Json.optional() }),
  ),
});
const Document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  components: z.strictObject({ securitySchemes: Json, schemas: z.record(z.string(), Json) }),
  paths: z.record(
    z.string().startsWith("/api/"),
    z.partialRecord(z.enum(["get", "post", "put", "patch", "delete"]), Operation),
  ),
});

async function served() {
  const sent = await send(serviceApi.openapi);
  expect(sent.status).toBe(200);
  return sent;
}

function operationsOf(document: z.infer<typeof Document>) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Returns all values of a key at any depth. */
function valuesOf(key: string, value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap((each) => valuesOf(key, each));
  return Object.hasOwn(value, key)
    ? [Object.entries(value).find(([name]) => name === key)?.[1], ...inner]
    : inner;
}

function resolve(document: unknown, ref: string): unknown {
  const steps = ref.replace(/^#\//, "").split("/");
  return steps.reduce<unknown>(
    (value, step) => Json.safeParse(value).data?.[step.replaceAll("~1", "/").replaceAll("~0", "~")],
    document,
  );
}

test("the document is OpenAPI 3.1, and every reference in it leads somewhere", async () => {
  const { body } = await served();
  Document.parse(body);
  const refs = valuesOf("$ref", body);
  expect(refs.length).toBeGreaterThan(20);
  for (const ref of refs) expect(resolve(body, String(ref)), String(ref)).toBeTypeOf("object");
});

test("it describes every endpoint, each once, as the endpoint objects say", async () => {
  const document = Document.parse((await served()).body);
  const operations = operationsOf(document);
  const described = operations.map(({ path, method, operation }) =>
    [operation.operationId, method.toUpperCase(), path].join(" "),
  );
  expect(described.toSorted()).toEqual(
    documentedEndpoints.map(({ id, method, path }) => [id, method, path].join(" ")).toSorted(),
  );
  for (const endpoint of documentedEndpoints) {
    const found = operations.find(({ operation }) => operation.operationId === endpoint.id)?.operation;
    expect(Object.keys(found?.responses ?? {}), endpoint.id).toEqual([String(endpoint.status), "default"]);
    expect(Object.keys(found?.requestBody?.content ?? {}), endpoint.id).toEqual(requestTypesOf(endpoint));
    expect(found?.security.length === 0, endpoint.id).toBe(endpoint.access === "public");
    const success = found?.responses[String(endpoint.status)];
    const answers = endpoint.download ?? (endpoint.response ? ["application/json"] : []);
    expect(Object.keys(success?.content ?? {}), endpoint.id).toEqual(answers);
  }
});

function requestTypesOf({ body, upload }: DocumentedEndpoint): string[] {
  if (upload) return ["multipart/form-data"];
  return body ? ["application/json"] : [];
}

test("an upload is a form with its one file, of the types that are taken", async () => {
  const document = Document.parse((await served()).body);
  expect(document.paths["/api/users/avatar"]?.post?.requestBody?.content).toEqual({
    "multipart/form-data": {
      schema: {
        type: "object",
        properties: {
          file: {
            type: "string",
            format: "binary",
            contentEncoding: "binary",
            description: "At most 8 MiB.",
          },
        },
        required: ["file"],
        additionalProperties: false,
      },
      encoding: { file: { contentType: "image/jpeg, image/png, image/webp, image/gif" } },
    },
  });
});

test("it names every path parameter, and for writes the headers that make them safe to repeat", async () => {
  const document = Document.parse((await served()).body);
  for (const { path, method, operation } of operationsOf(document)) {
    const named = (where: string) =>
      (operation.parameters ?? []).filter((parameter) => parameter.in === where);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(
      named("path").map(({ name }) => name),
      path,
    ).toEqual(inPath);
    expect(named("path").every(({ required }) => required === true)).toBe(true);
    const isOurs = !path.startsWith("/api/auth/") && !path.startsWith("/api/mobile-auth/");
    const isWrite = method !== "get" && isOurs;
    const isPublic = operation.security?.length === 0;
    const headers = [
      ...(isPublic ? [] : ["x-page-user"]),
      ...(isWrite && !isPublic ? ["idempotency-key", "x-base-seq", "x-force"] : []),
    ];
    expect(
      named("header").map(({ name }) => name),
      operation.operationId,
    ).toEqual(headers);
  }
});

test("every schema in it is one that JSON Schema knows: no empty types, no dangling required field", async () => {
  const { components } = Document.parse((await served()).body);
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining([
      "Trip",
      "TripSummary",
      "Day",
      "Stop",
      "Comment",
      "Member",
      "Invite",
      "TripEvent",
      "Error",
    ]),
  );
  for (const [name, schema] of Object.entries(components.schemas)) {
    const isTyped = ["type", "oneOf", "anyOf", "allOf", "enum"].some((key) => key in schema);
    expect(isTyped, name).toBe(true);
    const properties = Object.keys(Json.parse(schema.properties ?? {}));
    const required = z.array(z.string()).parse(schema.required ?? []);
    expect(
      required.filter((field) => !properties.includes(field)),
      name,
    ).toEqual([]);
  }
});

test("of authentication it names the paths that are open, with their methods, and no others", () => {
  const described = documentedEndpoints
    .filter(({ path }) => path.startsWith("/api/auth/"))
    .map(({ method, path }) => `${method} ${path.slice("/api/auth".length).replace(/\{\w+\}/, "{}")}`);
  const open = Object.entries(OPEN_PATHS).flatMap(([path, methods]) =>
    methods.map((method) => `${method} ${path.replace(/:\w+/, "{}")}`),
  );
  expect(described.toSorted()).toEqual(open.toSorted());
});

test("the file in public is the one that is served", async () => {
  const file = join(import.meta.dirname, "../../public/openapi.json");
  const committed: unknown = JSON.parse(readFileSync(file, "utf8"));
  expect((await served()).body).toEqual(committed);
});
