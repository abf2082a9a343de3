"use client";

import { useSyncExternalStore } from "react";
import { setPreferenceCookie } from "#app/_shell/preference-cookie.ts";
import { barColors, readTheme, type Theme, themeCookie } from "#app/_shell/theme.ts";

const CHANGED = "wayfare:theme";

function subscribe(changed: () => void) {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  window.addEventListener(CHANGED, changed);
  system.addEventListener("change", changed);
  return () => {
    window.removeEventListener(CHANGED, changed);
    system.removeEventListener("change", changed);
  };
}

function chosen(): Theme {
  return readTheme(document.documentElement.dataset["theme"]);
}

/** Returns the chosen theme and a function that changes it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, chosen, () => "system" as const), setTheme];
}

function setTheme(theme: Theme) {
  document.documentElement.dataset["theme"] = theme;
  setPreferenceCookie(themeCookie, theme);
  const colors = barColors(theme);
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = typeof colors === "string" ? colors : colors.find(({ media }) => media === meta.media)?.color;
    if (own) meta.content = own;
  }
  window.dispatchEvent(new Event(CHANGED));
}
