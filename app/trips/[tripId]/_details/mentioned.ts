import { shortName } from "../_shell/people.tsx";
import { splitComment } from "./comment-parts.ts";

interface Named {
  id: string;
  name: string;
}

/** Every text after an @ that may mean one of these people. */
export function namesOf(people: readonly Named[]): string[] {
  return people.flatMap(({ name }) => [name, shortName(name)]);
}

/** What to write after the @: the short name, unless somebody else is called so too. */
export function nameToMention(person: Named, people: readonly Named[]): string {
  const short = shortName(person.name);
  const isShared = people.some(({ id, name }) => id !== person.id && shortName(name) === short);
  return isShared ? person.name : short;
}

/** Whom `@text` may mean: who is called exactly so, else all who go by that first name. */
export function meantBy(text: string, people: readonly Named[]): string[] {
  const name = text.slice(1);
  const exact = people.filter((person) => person.name === name);
  const meant = exact.length > 0 ? exact : people.filter((person) => shortName(person.name) === name);
  return meant.map(({ id }) => id);
}

/** Ids of the people whom a text names after an @, in its order, each once. */
export function mentionedIn(body: string, people: readonly Named[]): string[] {
  const parts = splitComment(body, namesOf(people)).filter(({ kind }) => kind === "mention");
  return [...new Set(parts.flatMap(({ text }) => meantBy(text, people)))];
}
