"use client";

import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { shortName, usePeople } from "../people.tsx";
import { useMoneyFormat } from "./use-money-format.ts";

/** Returns the question whether another member has recorded the same payment already. */
export function useSimilarSettlementText(): (recorded: SettlementDto) => string {
  const t = useTranslations("trip-money");
  const formats = useFormats();
  const format = useMoneyFormat();
  const { byMember } = usePeople();
  return (recorded) => {
    const author = recorded.createdBy === null ? undefined : byMember.get(recorded.createdBy);
    const name = author ? shortName(author.name) : t("someone");
    return t("similar.question", { name, day: formats.day(recorded.paidOn), amount: format.money(recorded) });
  };
}
