import { shortName } from "../_base/people.tsx";
import { splitComment } from "./comment-parts.ts";

interface Named {
  id: string;
  name: string;
}

/** Returns every text that may stand after an @ to mention one of the people. */
export function mentionNamesOf(people: readonly Named[]): string[] {
  return people.flatMap(({ name }) => [name, shortName(name)]);
}

/**
 * Returns the name to insert after the @: the short name, or the full name if another person has the same short one.
 */
export function nameToMention(person: Named, people: readonly Named[]): string {
  const short = shortName(person.name);
  const isShared = people.some(({ id, name }) => id !== person.id && shortName(name) === short);
  return isShared ? person.name : short;
}

/**
 * Returns the ids of the people whom `@text` may mention: those whose full name is the text, else all whose short name
 * is the text.
 */
export function idsOfMention(text: string, people: readonly Named[]): string[] {
  const name = text.slice(1);
  const exact = people.filter((person) => person.name === name);
  const meant = exact.length > 0 ? exact : people.filter((person) => shortName(person.name) === name);
  return meant.map(({ id }) => id);
}

/** Returns the ids of the people whom a text mentions, in its order, each once. */
export function mentionedIn(body: string, people: readonly Named[]): string[] {
  const parts = splitComment(body, mentionNamesOf(people)).filter(({ kind }) => kind === "mention");
  return [...new Set(parts.flatMap(({ text }) => idsOfMention(text, people)))];
}
