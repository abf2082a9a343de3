"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useRouter } from "next/navigation";
import { FieldLine } from "#app/account/_form/field-line.tsx";
import { useFieldSave } from "#app/account/_form/use-saved.ts";
import { CurrencyField } from "#app/_shell/currency-field.tsx";
import { useUpdateProfile } from "#lib/client/account/account.ts";

export function CurrencySetting({ currency }: { currency: string }) {
  const t = useTranslations("account");
  const router = useRouter();
  const { mutateAsync } = useUpdateProfile();
  const { saving, save } = useFieldSave();

  async function choose(code: string) {
    if (code === currency) return;
    // Pages that were rendered before preselect the old currency, so they are rendered again.
    if (await save(() => mutateAsync({ defaultCurrency: code }))) router.refresh();
  }

  return (
    <div>
      <CurrencyField
        label={t("currency")}
        listLabel={t("currencies")}
        noneLabel={t("currencyNone")}
        value={currency}
        onChange={(code) => void choose(code)}
      />
      <FieldLine saving={saving} hint={t("currencyHint")} />
    </div>
  );
}
