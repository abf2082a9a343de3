/** The parts that a translated text must have in common with its English original. */
export interface MessageShape {
  /** The placeholders by their names only: a language without plurals writes `{count}` where English needs a plural. */
  placeholders: string[];
  /** The rich-text tags. */
  tags: string[];
}

/** Reads the placeholders and tags of an ICU message, including those in branches of plurals and selects. */
export function messageShape(message: string): MessageShape {
  const placeholders = new Set<string>();
  readText(message, 0, placeholders);
  const tags = new Set([...message.matchAll(/<(\w+)>/g)].map(([, name]) => name ?? ""));
  return { placeholders: [...placeholders].toSorted(), tags: [...tags].toSorted() };
}

/** Reads from `at` to the brace that closes this text, and returns the position of that brace. */
function readText(message: string, at: number, found: Set<string>): number {
  let index = at;
  while (index < message.length && message[index] !== "}") {
    index = message[index] === "{" ? readArgument(message, index + 1, found) : index + 1;
  }
  return index;
}

function readArgument(message: string, at: number, found: Set<string>): number {
  const [head = "", name = ""] = /^\s*(\w+)/.exec(message.slice(at)) ?? [];
  if (name === "") throw new Error(`No placeholder at ${at} of: ${message}`);
  found.add(name);
  let index = at + head.length;
  while (message[index] !== "}") {
    if (index >= message.length) throw new Error(`A brace is open in: ${message}`);
    index = message[index] === "{" ? readText(message, index + 1, found) + 1 : index + 1;
  }
  return index + 1;
}
