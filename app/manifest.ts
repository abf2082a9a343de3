import type { MetadataRoute } from "next";
import { getLocale } from "next-intl/server";
import { getTranslations } from "#app/_i18n/get-translations.ts";

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const t = await getTranslations("shell");
  return {
    id: "/",
    name: "Wayfare",
    short_name: "Wayfare",
    description: t("description"),
    start_url: "/trips",
    scope: "/",
    lang: await getLocale(),
    dir: "ltr",
    categories: ["travel", "productivity"],
    display: "standalone",
    background_color: "#ffffff",
    theme_color: "#ffffff",
    icons: [
      { src: "/icons/icon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icons/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icons/icon-512.png", type: "image/png", sizes: "512x512" },
      { src: "/icons/maskable-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
    ],
    // A phone shares by a GET request, so that the URL keeps the content when a sign-in or a lost connection comes in
    // between.
    share_target: {
      action: "/share",
      method: "GET",
      params: { title: "title", text: "text", url: "url" },
    },
    shortcuts: [
      { name: t("newTrip"), url: "/trips?new", icons: [{ src: "/icons/icon-192.png", sizes: "192x192" }] },
    ],
  };
}
