import { describe, expect, test } from "vitest";
import * as resources from "#lib/client/base/operations.ts";
import { allEndpoints } from "#lib/shared/api/registry.ts";

const lines = Object.entries(resources).flatMap(([name, operations]) =>
  Object.entries(operations).map(
    ([key, operation]) => [`${name.replace(/Api$/, "")}.${key}`, operation] as const,
  ),
);

describe("the client's table of operations", () => {
  test.each(lines)("says of %s what its endpoint says", (id, operation) => {
    const { method, path } = allEndpoints.find((endpoint) => endpoint.id === id) ?? {};
    expect(operation).toEqual({ method, path });
  });

  test("can tell all endpoints apart by method and path, as the typed client does", () => {
    const places = allEndpoints.map(({ method, path }) => `${method} ${path}`);
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  });
});
