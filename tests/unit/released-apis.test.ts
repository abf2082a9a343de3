import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { ApiDocument, breakingChanges } from "#tests/helpers/api-shape.ts";
import { releasedApis } from "#tests/helpers/released-apis.ts";

/* Clients of a release stay in use for years, so every field and endpoint that a release had must remain. */

const ROOT = join(import.meta.dirname, "../..");

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, file), "utf8"));
}

const CURRENT = { version: "this one", document: ApiDocument.parse(read("public/openapi.json")) };

test("each release, and this state, keeps what clients of the one before read and send", () => {
  const all = [...releasedApis(), CURRENT];
  for (const [index, { version, document }] of all.entries()) {
    const before = all[index - 1];
    if (before)
      expect(breakingChanges(before.document, document), `${before.version} → ${version}`).toEqual([]);
  }
});

test("the version of the package has its document: `npm run openapi -- --release` keeps it", () => {
  const { version } = z.object({ version: z.string() }).parse(read("package.json"));
  expect(releasedApis().map((released) => released.version)).toContain(version);
});

interface Answer {
  list?: object;
  schemas?: object;
}

const TEXT = { type: "string" };
const TRIP = { type: "object", properties: { id: TEXT, title: TEXT }, required: ["id", "title"] };

function json(schema: object) {
  return { content: { "application/json": { schema } } };
}

function documentOf({ list = TRIP, schemas = {} }: Answer, body: object = TRIP, parameters: object[] = []) {
  const get = { parameters, responses: { 200: json({ type: "array", items: list }) } };
  const post = { requestBody: json(body), responses: { 201: json({ $ref: "#/components/schemas/Trip" }) } };
  return ApiDocument.parse({
    paths: { "/api/trips": { get, post } },
    components: { schemas: { Trip: TRIP, ...schemas } },
  });
}

const BEFORE = documentOf({});
const LIMIT = { in: "query", name: "limit", schema: { type: "integer" } };
const without = ({ title, ...properties }: typeof TRIP.properties) => ({ ...properties, called: title });

test.each([
  [
    "a field of a list is gone",
    documentOf({ list: { ...TRIP, properties: without(TRIP.properties) } }),
    ["GET /api/trips: 200 application/json [].title is gone"],
  ],
  [
    "a field may be absent",
    documentOf({ list: { ...TRIP, required: ["id"] } }),
    ["GET /api/trips: 200 application/json [].title may be absent"],
  ],
  [
    "a field behind a reference may be null",
    documentOf({
      schemas: {
        Trip: { ...TRIP, properties: { id: TEXT, title: { anyOf: [TEXT, { type: "null" }] } } },
      },
    }),
    ["POST /api/trips: 201 application/json .title may be null"],
  ],
  [
    "a field is taken no more",
    documentOf({}, { type: "object", properties: { id: TEXT }, required: ["id"] }),
    ["POST /api/trips: body .title is not taken"],
  ],
  [
    "something new is demanded",
    documentOf(
      {},
      { ...TRIP, properties: { ...TRIP.properties, day: TEXT }, required: ["id", "title", "day"] },
    ),
    ["POST /api/trips: body .day is demanded"],
  ],
  [
    "a parameter is demanded",
    documentOf({}, TRIP, [{ ...LIMIT, required: true }]),
    ["GET /api/trips: query limit is demanded"],
  ],
  [
    "a field takes some values only",
    documentOf({}, { ...TRIP, properties: { ...TRIP.properties, title: { ...TEXT, enum: ["Rome"] } } }),
    ["POST /api/trips: body .title takes some values only"],
  ],
  [
    "an operation is gone",
    ApiDocument.parse({ ...BEFORE, paths: { "/api/trips": { get: BEFORE.paths["/api/trips"]?.["get"] } } }),
    ["POST /api/trips is gone"],
  ],
  [
    "nothing is lost where fields and values that may be left out are added",
    documentOf(
      { list: { ...TRIP, properties: { ...TRIP.properties, day: TEXT } } },
      { ...TRIP, properties: { ...TRIP.properties, day: { type: "object", required: ["a"] } } },
      [LIMIT],
    ),
    [],
  ],
])("%s", (_, after, lost) => {
  expect(breakingChanges(BEFORE, after)).toEqual(lost);
});
