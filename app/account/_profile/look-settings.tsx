"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { localeNames, locales } from "#app/_i18n/locales.ts";
import { themes } from "#app/_shell/theme.ts";
import { useLanguage } from "#app/_shell/use-language.ts";
import { useTheme } from "#app/_shell/use-theme.ts";
import { Segmented } from "#app/_ui/segmented.tsx";

/** Language and theme of this browser; both show at once and need no confirmation. */
export function LookSettings() {
  const t = useTranslations("shell");
  const { locale, setLocale } = useLanguage();
  const [theme, setTheme] = useTheme();
  const words = { system: t("themeSystem"), light: t("themeLight"), dark: t("themeDark") };
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-4">
      <Labelled label={t("language")}>
        <Segmented
          label={t("language")}
          value={locale}
          onChange={setLocale}
          options={locales.map((value) => ({ value, label: localeNames[value] }))}
        />
      </Labelled>
      <Labelled label={t("theme")}>
        <Segmented
          label={t("theme")}
          value={theme}
          onChange={setTheme}
          options={themes.map((value) => ({ value, label: words[value] }))}
        />
      </Labelled>
    </div>
  );
}

/** The group says its label itself; this is for the eye. */
function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p aria-hidden className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      {children}
    </div>
  );
}
