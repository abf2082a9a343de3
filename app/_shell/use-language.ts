"use client";

import { useLocale } from "next-intl";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { type Locale, localeCookie } from "#app/_i18n/locales.ts";
import { setPreferenceCookie } from "#app/_shell/preference-cookie.ts";

/**
 * Returns the present language and a function that changes it. After a change the page is rendered again in place and
 * keeps its state.
 */
export function useLanguage(): { locale: Locale; setLocale: (locale: Locale) => void; changing: boolean } {
  const router = useRouter();
  const [changing, start] = useTransition();
  return {
    locale: useLocale(),
    changing,
    setLocale: (locale) => {
      setPreferenceCookie(localeCookie, locale);
      start(() => router.refresh());
    },
  };
}
