"use client";

import { useMemo } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { shortName, usePeople } from "../people.tsx";

interface Ends {
  from: string;
  to: string;
}

/** Returns sentences about who pays whom. */
export function useTransferWords() {
  const t = useTranslations("trip-money");
  const { byMember, me } = usePeople();
  return useMemo(() => {
    const name = (id: string) => shortName(byMember.get(id)?.name ?? t("someone"));
    const who = ({ from, to }: Ends) => (from === me?.id ? "me" : to === me?.id ? "toMe" : "others");
    const values = (ends: Ends) => ({ who: who(ends), from: name(ends.from), to: name(ends.to) });
    return {
      /** Says who has paid whom, for example "Tom paid you". */
      paid: (ends: Ends) => t("transfer.paid", values(ends)),
      /** Says who has to pay whom, for example "Tom pays you". */
      pays: (ends: Ends) => t("transfer.pays", values(ends)),
    };
  }, [t, byMember, me]);
}
