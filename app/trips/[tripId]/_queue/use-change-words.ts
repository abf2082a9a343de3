"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { WriteRecipe } from "#lib/client/writes/write.ts";
import { type ListAction, parseListAction } from "#lib/client/writes/list-writes.ts";
import { isWriteKind, type WriteKind } from "#lib/client/writes/write-kinds.ts";

const LONGEST = 60;

/** Returns a function that describes a change, for example: Stop “金閣寺” added. */
export function useChangeWords(): (change: {
  recipe?: WriteRecipe | undefined;
  name: string | null;
}) => string {
  const t = useTranslations("trip-queue");
  const tLists = useTranslations("list-resources");
  return ({ recipe, name }) => {
    if (!recipe || !isWriteKind(recipe.kind)) return name ?? t("something");
    const known = shortened(name) ?? t("something");
    const list = parseListAction(recipe.kind);
    if (list === null) return t(`did.${recipe.kind as Exclude<WriteKind, ListAction>}`, { name: known });
    return t(`listRow.${list.verb}`, { noun: tLists(`${list.kind}.name`), name: known });
  };
}

function shortened(name: string | null): string | null {
  return name && name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
}
