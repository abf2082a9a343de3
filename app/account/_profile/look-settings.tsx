"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { localeNames, locales } from "#app/_i18n/locales.ts";
import { themes } from "#app/_shell/theme.ts";
import { type Units, unitSystems } from "#app/_shell/units.ts";
import { useUnits } from "#app/_shell/units.tsx";
import { useLanguage } from "#app/_shell/use-language.ts";
import { useTheme } from "#app/_shell/use-theme.ts";
import { useProblemWords } from "#app/account/_form/use-problem-words.ts";
import { Segmented } from "#app/_ui/segmented.tsx";
import { toast } from "#app/_ui/toast.ts";
import { usePreferences, useUpdatePreferences } from "#lib/client/notifications/notifications.ts";

/** Language, theme and units of this browser; a choice takes effect immediately. */
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
      <UnitsSetting />
    </div>
  );
}

/** The setting of the units, which is also stored in the account for other clients and browsers. */
function UnitsSetting() {
  const t = useTranslations("account");
  const { sayError } = useProblemWords();
  const [units, setUnits] = useUnits();
  const kept = usePreferences().data?.units ?? null;
  const update = useUpdatePreferences();
  /** The last confirmed choice, to which a choice that could not be stored is reset. */
  const confirmed = useRef(units);
  // A choice that was made in another browser is adopted on the first visit.
  const adopt = useEffectEvent((chosen: Units) => {
    if (!update.isPending) confirmed.current = chosen;
    if (chosen !== units) setUnits(chosen);
  });
  useEffect(() => {
    if (kept !== null) adopt(kept);
  }, [kept]);
  function change(next: Units) {
    setUnits(next);
    const takeBack = (error: unknown) => {
      setUnits(confirmed.current);
      toast(sayError(error), { problem: true });
    };
    const confirm = () => {
      confirmed.current = next;
    };
    update.mutate({ units: next }, { onSuccess: confirm, onError: takeBack });
  }
  return (
    <Labelled label={t("units")}>
      <Segmented
        label={t("units")}
        value={units}
        onChange={change}
        options={unitSystems.map((value) => ({ value, label: t(`unit.${value}`) }))}
      />
    </Labelled>
  );
}

/** A visible label; the group has an accessible name of its own. */
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
