"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";

type TrustDeviceProps = { checked: boolean; onChange: (checked: boolean) => void };

/** The choice to skip the second factor in this browser for a while. */
export function TrustDevice({ checked, onChange }: TrustDeviceProps) {
  const t = useTranslations("auth");
  return (
    <label className="mt-4 flex min-h-8 cursor-pointer items-center gap-2.5 text-text-2 touch:min-h-11">
      <input
        type="checkbox"
        name="trustDevice"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent touch:size-5"
      />
      {t("trustDevice")}
    </label>
  );
}
