/** What a translated text must have in common with its English original. */
export interface MessageShape {
  /** By name: a language without plurals writes `{count}` where English needs a plural. */
  placeholders: string[];
  /** Rich-text tags. */
  tags: string[];
}

/** Reads the placeholders and tags of an ICU message, those inside of plural and select branches included. */
export function messageShape(message: string): MessageShape {
  const placeholders = new Set<string>();
  readText(message, 0, placeholders);
  const tags = new Set([...message.matchAll(/<(\w+)>/g)].map(([, name]) => name ?? ""));
  return { placeholders: [...placeholders].toSorted(), tags: [...tags].toSorted() };
}

/** From `at` to the brace that closes this text; answers where that is. */
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
