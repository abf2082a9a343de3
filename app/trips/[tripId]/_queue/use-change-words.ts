"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { Recipe } from "#lib/client/write.ts";
import { isWriteKind } from "#lib/client/write-kinds.ts";

const LONGEST = 60;

/** Returns a function that describes a change, for example: Stop “金閣寺” added. */
export function useChangeWords(): (change: { recipe?: Recipe | undefined; name: string | null }) => string {
  const t = useTranslations("trip-queue");
  return ({ recipe, name }) => {
    if (!recipe || !isWriteKind(recipe.kind)) return name ?? t("something");
    return t(`did.${recipe.kind}`, { name: shortened(name) ?? t("something") });
  };
}

function shortened(name: string | null): string | null {
  return name && name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
}
