"use client";

import "#app/globals.css";
import { type Locale, localeCookie, pickLocale } from "#app/_i18n/locales.ts";
import { readTheme, themeCookie } from "#app/_shell/theme.ts";
import { Button } from "#app/_ui/button.tsx";
import { ButtonAnchor } from "#app/_ui/button-anchor.tsx";

type Word = "title" | "kept" | "crash" | "crashHere" | "retry" | "toTrips" | "reference";

// The root layout failed, so its texts and providers are missing.
const texts: Record<Locale, Record<Word, string>> = {
  en: {
    title: "This page broke",
    kept: "Nothing is lost: what you changed is saved, or waits on this device until it can be sent.",
    crash: "Load the page again. If it stays broken, tell whoever runs this service the reference.",
    crashHere: "Load the page again. If it stays broken, tell whoever runs this service what you did last.",
    retry: "Load again",
    toTrips: "Go to your trips",
    reference: "Reference",
  },
  zh: {
    title: "页面出错了",
    kept: "内容没有丢失：你的修改已保存，或者正在这台设备上等待发送。",
    crash: "请重新加载页面。如果仍然出错，请把参考编号告诉本服务的管理员。",
    crashHere: "请重新加载页面。如果仍然出错，请把你刚才的操作告诉本服务的管理员。",
    retry: "重新加载",
    toTrips: "查看我的行程",
    reference: "参考编号",
  },
};

const isBrowser = typeof document !== "undefined";

/** Returns the value of a cookie, such as the chosen language; undefined: there is none, or cookies can't be read. */
function chosen(cookie: string): string | undefined {
  if (!isBrowser) return undefined;
  try {
    const pairs = document.cookie.split("; ");
    return pairs.find((pair) => pair.startsWith(`${cookie}=`))?.slice(cookie.length + 1);
  } catch {
    return undefined;
  }
}

export default function GlobalError({ error: { digest } }: { error: Error & { digest?: string } }) {
  const locale = pickLocale(chosen(localeCookie), isBrowser ? navigator.languages.join(",") : null);
  const { title, kept, crash, crashHere, retry, toTrips, reference } = texts[locale];
  return (
    <html lang={locale} data-theme={readTheme(chosen(themeCookie))}>
      <body>
        {/* The viewport of the layout is missing; without it, a phone would show the page like a desktop. */}
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{`${title} · Wayfare`}</title>
        <main className="mx-auto max-w-94 px-4 pt-24">
          <h1 className="text-2xl font-semibold">{title}</h1>
          <p className="mt-2 text-text-2">{kept}</p>
          <p className="mt-2 text-text-2">{digest ? crash : crashHere}</p>
          {digest ? (
            <p className="mt-2 text-sm text-text-3">
              {reference} <code className="select-all">{digest}</code>
            </p>
          ) : null}
          <div className="mt-6 flex flex-wrap gap-2">
            <Button tone="primary" onClick={() => window.location.reload()}>
              {retry}
            </Button>
            <ButtonAnchor href="/trips" tone="plain">
              {toTrips}
            </ButtonAnchor>
          </div>
        </main>
      </body>
    </html>
  );
}
