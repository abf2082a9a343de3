"use client";

import { Globe } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { localeNames, locales } from "#app/_i18n/locales.ts";
import { themes } from "#app/_shell/theme.ts";
import { useLanguage } from "#app/_shell/use-language.ts";
import { useTheme } from "#app/_shell/use-theme.ts";
import { Button } from "#app/_ui/button.tsx";
import { Menu, MenuChoice, MenuSeparator } from "#app/_ui/menu.tsx";

/** The menu for language and theme of a user who is not signed in; its button shows the present language. */
export function LanguageMenu() {
  const t = useTranslations("shell");
  const { locale, changing } = useLanguage();
  return (
    <Menu
      trigger={
        <Button
          tone="plain"
          icon={Globe}
          busy={changing}
          aria-label={`${t("language")}: ${localeNames[locale]}`}
        >
          {localeNames[locale]}
        </Button>
      }
    >
      <LookChoices />
    </Menu>
  );
}

/** The choices of language and theme, which every account menu and the header for signed-out users contain. */
export function LookChoices() {
  const t = useTranslations("shell");
  const { locale, setLocale } = useLanguage();
  const [theme, setTheme] = useTheme();
  const words = { system: t("themeSystem"), light: t("themeLight"), dark: t("themeDark") };
  return (
    <>
      <MenuChoice
        label={t("language")}
        value={locale}
        onChange={setLocale}
        options={locales.map((value) => ({ value, label: localeNames[value] }))}
      />
      <MenuSeparator />
      <MenuChoice
        label={t("theme")}
        value={theme}
        onChange={setTheme}
        options={themes.map((value) => ({ value, label: words[value] }))}
      />
    </>
  );
}
