import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { editedFiles } from "#tests/structure/apply-trial.ts";
import { EDITS, NEW_FILES } from "#tests/structure/trial-resource-edits.ts";

const ROOT = join(import.meta.dirname, "../..");

test("the made-up list resource can still be added: each text that it replaces occurs once", () => {
  const files = editedFiles(ROOT);
  expect([...files.keys()].toSorted()).toEqual([...new Set(EDITS.map(({ file }) => file))].toSorted());
  expect(Object.keys(NEW_FILES).filter((file) => existsSync(join(ROOT, file)))).toEqual([]);
});

test("a text that occurs never or twice is refused", () => {
  const file = "lib/shared/resources/list-resources.ts";
  const edit = (find: string) => () => editedFiles(ROOT, [{ file, find, replace: "" }]);
  expect(edit("no such text")).toThrow(/0 times instead of once/);
  expect(edit("export ")).toThrow(/times instead of once/);
});
