import type { Locale } from "./locales.ts";
import type { Messages } from "./namespaces.ts";

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}
