"use client";

import {
  Archive,
  Languages,
  LogOut,
  type LucideIcon,
  Map as MapIcon,
  Monitor,
  Moon,
  Plus,
  Sun,
  Trash2,
  UserRound,
} from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { localeNames, locales } from "#app/_i18n/locales.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { Theme } from "#app/_shell/theme.ts";
import { useLanguage } from "#app/_shell/use-language.ts";
import { useSignOut } from "#app/_shell/use-sign-out.ts";
import { useTheme } from "#app/_shell/use-theme.ts";
import type { PaletteItem } from "./palette-item.ts";

const THEMES: ReadonlyArray<readonly [Theme, LucideIcon]> = [
  ["light", Sun],
  ["dark", Moon],
  ["system", Monitor],
];

/** Returns the commands of every page. */
export function useCommands(isGuest = false): PaletteItem[] {
  const t = useTranslations("palette");
  const router = useRouter();
  const path = usePathname();
  const signOut = useSignOut();
  const go = (to: string) => () => router.push(to);
  const look = useLookCommands();
  if (isGuest) return look;
  return [
    command("newTrip", Plus, go("/trips?new=1")),
    ...(path === "/trips" ? [] : [command("trips", MapIcon, go("/trips"))]),
    ...(path === "/account" ? [] : [command("account", UserRound, go("/account"))]),
    ...look,
    hidden(command("archived", Archive, go("/trips?filter=archived"))),
    hidden(command("deleted", Trash2, go("/trips?filter=deleted"))),
    command("signOut", LogOut, signOut),
  ];

  function command(
    name: "newTrip" | "trips" | "account" | "archived" | "deleted" | "signOut",
    icon: LucideIcon,
    run: () => void,
  ) {
    return {
      id: name,
      group: "commands" as const,
      icon,
      title: t(`do.${name}`),
      also: t(`also.${name}`),
      run,
    };
  }
}

/** Returns commands for the other themes and languages than the present ones. */
function useLookCommands(): PaletteItem[] {
  const t = useTranslations("palette");
  const [theme, setTheme] = useTheme();
  const { locale, setLocale } = useLanguage();
  const themes = THEMES.filter(([name]) => name !== theme).map(([name, icon]): PaletteItem => ({
    id: `theme ${name}`,
    group: "commands",
    icon,
    title: t(`do.${name}`),
    also: t(`also.${name}`),
    isHidden: name === "system",
    run: () => setTheme(name),
  }));
  const languages = locales
    .filter((name) => name !== locale)
    .map((name): PaletteItem => ({
      id: `language ${name}`,
      group: "commands",
      icon: Languages,
      title: t("do.language", { language: localeNames[name] }),
      also: t("also.language"),
      run: () => setLocale(name),
    }));
  return [...themes, ...languages];
}

function hidden(item: PaletteItem): PaletteItem {
  return { ...item, isHidden: true };
}
