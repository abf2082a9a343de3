import type { Locale } from "#app/_i18n/locales.ts";
import { type Messages, type Namespace, namespaces } from "#app/_i18n/namespaces.ts";

/** Returns all texts of a language. Each namespace is a module, which the bundler makes a chunk of the server. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const entries = await Promise.all(
    namespaces.map(async (name) => [name, await loadNamespace(locale, name)] as const),
  );
  // The cast is safe because a test compares the keys of every language with those of English.
  return Object.fromEntries(entries) as unknown as Messages;
}

async function loadNamespace(locale: Locale, namespace: Namespace): Promise<unknown> {
  const file: { default: unknown } = await import(`./messages/${locale}/${namespace}.json`);
  return file.default;
}
