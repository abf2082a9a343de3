import type { createTranslator } from "next-intl";
import type { Messages, Namespace } from "./namespaces.ts";

type Group<N extends Namespace> = {
  [Key in keyof Messages[N] & string]: Messages[N][Key] extends string ? never : `${N}.${Key}`;
}[keyof Messages[N] & string];

/** A namespace, or a group of words inside one: `auth`, `auth.error`. */
export type WordsPath = { [N in Namespace]: N | Group<N> }[Namespace];

type At<Path> = Path extends keyof Messages
  ? Messages[Path]
  : Path extends `${infer N}.${infer Key}`
    ? N extends keyof Messages
      ? Key extends keyof Messages[N]
        ? Messages[N][Key]
        : never
      : never
    : never;

/**
 * What `t` takes for one namespace. next-intl's own type looks through the keys of all of them, which is more than the
 * compiler will do by now.
 */
export type Words<Path extends WordsPath> = ReturnType<typeof createTranslator<At<Path>>>;
