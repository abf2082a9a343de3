"use client";

import { useLocale } from "next-intl";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { CaptchaTokenBroker } from "#app/(auth)/_captcha/token-broker.ts";
import { loadTurnstile, type Turnstile } from "#app/(auth)/_captcha/turnstile.ts";
import type { CaptchaConfig, TokenSource } from "#app/(auth)/_captcha/use-captcha.tsx";

type CaptchaWidgetProps = {
  config: CaptchaConfig;
  source: RefObject<TokenSource | null>;
  /** Is called when the script is blocked, or reports that it can't work. */
  onBroken: () => void;
};

const themes: Readonly<Record<string, "light" | "dark">> = { light: "light", dark: "dark" };
/** The widget's codes of languages that differ from ours. */
const languages: Readonly<Record<string, string>> = { zh: "zh-cn" };

/** The captcha's own widget, which its script draws into our element. */
export default function CaptchaWidget({ config, source, onBroken }: CaptchaWidgetProps) {
  const box = useRef<HTMLDivElement>(null);
  const language = useLocale();
  const broke = useEffectEvent(onBroken);
  const { siteKey, scriptUrl } = config;

  useEffect(() => {
    const desk = new CaptchaTokenBroker();
    let left = false;
    let undraw = () => {};

    function draw(turnstile: Turnstile): void {
      if (left || !box.current) return;
      const id = turnstile.render(box.current, {
        sitekey: siteKey,
        callback: (token) => desk.hand(token),
        "expired-callback": () => desk.wait(),
        "before-interactive-callback": () => desk.stop(),
        "error-callback": () => {
          desk.stop();
          broke();
          return true;
        },
        theme: themes[document.documentElement.dataset["theme"] ?? ""] ?? "auto",
        language: languages[language] ?? language,
        size: "flexible",
        "refresh-expired": "auto",
      });
      if (id === undefined) return broke();
      undraw = () => turnstile.remove(id);
      source.current = {
        take: () => desk.take(),
        renew: () => {
          desk.wait();
          turnstile.reset(id);
        },
      };
    }

    loadTurnstile(scriptUrl).then(draw, () => left || broke());
    return () => {
      left = true;
      source.current = null;
      desk.stop();
      undraw();
    };
  }, [siteKey, scriptUrl, language, source]);

  return <div ref={box} />;
}
