import { describe, expect, test } from "vitest";
import { folderGraph, folderOf, innerEdges, specifiersOf } from "#tests/structure/folder-graph.ts";

describe("the imports of a source", () => {
  test("include types, exports, effects and lazily loaded modules", () => {
    const source = [
      'import { a } from "./a.ts";',
      "import {",
      "  type B,",
      "  b,",
      '} from "../b.ts";',
      'import type { C } from "#app/c.ts";',
      'export { d } from "./d.ts";',
      'import "./e.css";',
      'const F = lazyPart(() => import("./f.tsx"));',
      'const text = "from \\"./g.ts\\"";',
    ].join("\n");
    expect(specifiersOf(source)).toEqual(["./a.ts", "../b.ts", "#app/c.ts", "./d.ts", "./e.css", "./f.tsx"]);
  });
});

describe("a graph of folders", () => {
  const files = ["page.tsx", "_a/one.ts", "_b/two.ts", "_b/_deep/three.ts", "_c/four.ts", "_d/five.ts"];
  const graph = folderGraph(files, [
    { from: "page.tsx", to: "_a/one.ts" },
    { from: "_a/one.ts", to: "_b/_deep/three.ts" },
    { from: "_b/_deep/three.ts", to: "_b/two.ts" },
    { from: "_b/two.ts", to: "_a/one.ts" },
    { from: "_b/two.ts", to: "_c/four.ts" },
    { from: "_c/four.ts", to: "_a/one.ts" },
    { from: "_d/five.ts", to: "_c/four.ts" },
  ]);

  test("counts a file for the folder of the first level", () => {
    expect(["page.tsx", "_a/one.ts", "_b/_deep/three.ts"].map(folderOf)).toEqual([".", "_a", "_b"]);
    expect(graph.folders).toEqual([".", "_a", "_b", "_c", "_d"]);
  });

  test("has no edge inside one folder", () => {
    expect(graph.edges.map(({ from, to }) => `${from} ${to}`)).toEqual([
      ". _a",
      "_a _b",
      "_b _a",
      "_b _c",
      "_c _a",
      "_d _c",
    ]);
  });

  test("finds pairs that import each other, and components of any length", () => {
    expect(graph.mutual).toEqual([["_a", "_b"]]);
    expect(graph.components).toEqual([["_a", "_b", "_c"]]);
  });

  test("names the imports that hold a component together", () => {
    expect(innerEdges(graph).map(({ imports }) => imports)).toEqual([
      [{ from: "_a/one.ts", to: "_b/_deep/three.ts" }],
      [{ from: "_b/two.ts", to: "_a/one.ts" }],
      [{ from: "_b/two.ts", to: "_c/four.ts" }],
      [{ from: "_c/four.ts", to: "_a/one.ts" }],
    ]);
  });

  test("is without components where imports go one way", () => {
    const tree = folderGraph(files, [{ from: "_a/one.ts", to: "_b/two.ts" }]);
    expect([tree.mutual, tree.components, innerEdges(tree)]).toEqual([[], [], []]);
  });
});
