import type { createTranslator } from "next-intl";
import type { Messages, Namespace } from "./namespaces.ts";

type Group<N extends Namespace> = {
  [Key in keyof Messages[N] & string]: Messages[N][Key] extends string ? never : `${N}.${Key}`;
}[keyof Messages[N] & string];

/** A namespace, or a group of texts in one: `auth`, `auth.error`. */
export type TranslationPath = { [N in Namespace]: N | Group<N> }[Namespace];

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
 * The type of `t` for one namespace. next-intl's own type covers the keys of all namespaces, which exceeds the
 * compiler's limits.
 */
export type Translator<Path extends TranslationPath> = ReturnType<typeof createTranslator<At<Path>>>;
