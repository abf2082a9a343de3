/** A fault that the default tier of the tests must notice. */
export interface PlantedFault {
  /** A name in kebab-case that says what is wrong. */
  name: string;
  /** The promise that the fault breaks, as one sentence about the sound code. */
  promise: string;
  layer: "shared" | "database" | "server" | "room" | "client" | "web";
  /** The file that gets the fault, relative to the project. */
  file: string;
  /** The sound text, which occurs exactly once in the file. */
  from: string;
  /** The faulty text that replaces it. */
  to: string;
  /** The Vitest files of which at least one must fail, relative to `tests/`. */
  caughtBy: readonly string[];
}

/**
 * Returns a file's text with the fault.
 * @throws Error when the sound text does not occur exactly once
 */
export function plantFault(source: string, { name, file, from, to }: PlantedFault): string {
  const parts = source.split(from);
  if (parts.length !== 2)
    throw new Error(`${name}: the text occurs ${parts.length - 1} times in ${file} and not once.`);
  return parts.join(to);
}
