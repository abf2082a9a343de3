import type { Locale } from "#app/_i18n/locales.ts";
import { type Messages, type Namespace, namespaces } from "#app/_i18n/namespaces.ts";

/** All texts of a language, one module per namespace; the bundler keeps each as its own chunk of the server. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const entries = await Promise.all(
    namespaces.map(async (name) => [name, await loadNamespace(locale, name)] as const),
  );
  // A test holds every language to the keys of English, which makes the cast true.
  return Object.fromEntries(entries) as unknown as Messages;
}

async function loadNamespace(locale: Locale, namespace: Namespace): Promise<unknown> {
  const file: { default: unknown } = await import(`./messages/${locale}/${namespace}.json`);
  return file.default;
}
