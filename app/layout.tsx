import type { Metadata, Viewport } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import "#app/globals.css";
import { baseNamespaces } from "#app/_i18n/namespaces.ts";
import { FormatterWarmUp } from "#app/_shell/first-formatter.tsx";
import { Providers } from "#app/_shell/providers.tsx";
import { SkipLink } from "#app/_shell/skip-link.tsx";
import { barColors, readTheme, themeCookie } from "#app/_shell/theme.ts";
import { readUnits, unitsCookie } from "#app/_shell/units.ts";
import { ToastHost } from "#app/_ui/toast-host.tsx";

async function chosenTheme() {
  return readTheme((await cookies()).get(themeCookie)?.value);
}

async function chosenUnits() {
  return readUnits((await cookies()).get(unitsCookie)?.value);
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell");
  return {
    title: { default: "Wayfare", template: "%s · Wayfare" },
    description: t("description"),
    applicationName: "Wayfare",
    icons: {
      icon: [
        { url: "/favicon.ico", sizes: "48x48" },
        { url: "/icons/icon.svg", type: "image/svg+xml" },
      ],
      apple: "/icons/apple-touch-icon.png",
    },
    appleWebApp: { capable: true, title: "Wayfare", statusBarStyle: "default" },
    formatDetection: { telephone: false, date: false, address: false, email: false },
  };
}

export async function generateViewport(): Promise<Viewport> {
  return {
    width: "device-width",
    initialScale: 1,
    viewportFit: "cover",
    // A phone's keyboard reduces the height of the page, so that a sheet's button stays above it.
    interactiveWidget: "resizes-content",
    themeColor: barColors(await chosenTheme()),
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, theme, units, all, t] = await Promise.all([
    getLocale(),
    chosenTheme(),
    chosenUnits(),
    getMessages(),
    getTranslations("ui"),
  ]);
  const messages = Object.fromEntries(baseNamespaces.map((name) => [name, all[name]]));
  return (
    <html lang={locale} data-theme={theme}>
      <head>
        <FormatterWarmUp />
      </head>
      <body>
        <NextIntlClientProvider messages={messages}>
          <SkipLink />
          <Providers units={units}>{children}</Providers>
          <ToastHost label={t("notifications")} />
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
