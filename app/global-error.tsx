"use client";

import "#app/globals.css";
import { isLocale, type Locale } from "#app/_i18n/locales.ts";
import { Button } from "#app/_ui/button.tsx";

// The root layout itself failed, so its texts and providers are not there.
const texts: Record<Locale, { title: string; text: string; retry: string; reference: string }> = {
  en: {
    title: "This page broke",
    text: "What you saved is safe. Load the page again; if it stays broken, tell us the reference.",
    retry: "Load again",
    reference: "Reference",
  },
  zh: {
    title: "页面出错了",
    text: "已保存的内容是安全的。请重新加载；如果仍然出错，请把参考编号告诉我们。",
    retry: "重新加载",
    reference: "参考编号",
  },
};

export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  const language = typeof navigator === "undefined" ? undefined : navigator.language.split("-")[0];
  const locale = isLocale(language) ? language : "en";
  const { title, text, retry, reference } = texts[locale];
  return (
    <html lang={locale} data-theme="system">
      <body>
        <title>{`${title} · Wayfare`}</title>
        <main className="mx-auto max-w-94 px-4 pt-24">
          <h1 className="text-2xl font-semibold">{title}</h1>
          <p className="mt-2 text-text-2">{text}</p>
          {error.digest ? <p className="mt-2 text-sm text-text-3">{`${reference} ${error.digest}`}</p> : null}
          <Button tone="primary" className="mt-6" onClick={() => window.location.reload()}>
            {retry}
          </Button>
        </main>
      </body>
    </html>
  );
}
