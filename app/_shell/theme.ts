export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = "theme";

export function readTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? "system";
}

// The browser's own bars get the colour of `surface`; a meta tag can't use a CSS variable.
const bars = { light: "#ffffff", dark: "#171918" };

/** Returns `theme-color` for a theme, in the form of Next's viewport. */
export function barColors(theme: Theme) {
  if (theme !== "system") return bars[theme];
  return [
    { media: "(prefers-color-scheme: light)", color: bars.light },
    { media: "(prefers-color-scheme: dark)", color: bars.dark },
  ];
}
