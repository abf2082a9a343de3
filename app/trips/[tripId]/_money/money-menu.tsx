"use client";

import { ArrowLeftRight, FileDown, HandCoins, MoreHorizontal } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Menu, MenuItem } from "#app/_ui/menu.tsx";
import { useMay } from "../_base/may.tsx";
import { usePeople } from "../_base/people.tsx";
import { useView } from "../_base/view.tsx";

/** The menu for a settlement that is not among the proposed transfers, and for export and import. */
export function MoneyMenu() {
  const t = useTranslations("trip");
  const tMoney = useTranslations("trip-money");
  const view = useView();
  const { edit } = useMay();
  const { present } = usePeople();
  return (
    <Menu trigger={<IconButton label={t("more")} icon={MoreHorizontal} />}>
      {edit && present.length > 1 ? (
        <MenuItem icon={ArrowLeftRight} onSelect={() => view.set({ dialog: { kind: "settle" } })}>
          {tMoney("settleTitle")}
        </MenuItem>
      ) : null}
      {edit ? (
        <MenuItem icon={HandCoins} onSelect={() => view.set({ dialog: "importExpenses" })}>
          {t("importExpenses")}
        </MenuItem>
      ) : null}
      <MenuItem icon={FileDown} onSelect={() => view.set({ dialog: "export" })}>
        {t("export")}
      </MenuItem>
    </Menu>
  );
}
