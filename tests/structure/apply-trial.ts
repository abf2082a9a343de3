import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Edit, EDITS, NEW_FILES } from "./trial-resource-edits.ts";

/**
 * Returns the files that the edits change, with their new texts.
 * @throws Error if a text does not occur exactly once
 */
export function editedFiles(root: string, edits: readonly Edit[] = EDITS): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { file, find, replace } of edits) {
    const pieces = (texts.get(file) ?? readFileSync(join(root, file), "utf8")).split(find);
    if (pieces.length !== 2)
      throw new Error(`${file} has this text ${pieces.length - 1} times instead of once: ${find}`);
    texts.set(file, pieces.join(replace));
  }
  return texts;
}

/** Adds the made-up resource to the copy of the repository at `root`. */
export function applyTrial(root: string): void {
  for (const [file, text] of [...editedFiles(root), ...Object.entries(NEW_FILES)]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}
