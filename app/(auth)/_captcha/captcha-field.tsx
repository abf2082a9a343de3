"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import type { Captcha } from "#app/(auth)/_captcha/use-captcha.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";

const Widget = lazyComponent(() => import("#app/(auth)/_captcha/captcha-widget.tsx"));

/** The captcha in an area of fixed size, so that nothing moves when it appears; nothing when the captcha is off. */
export function CaptchaField({ captcha: { config, source } }: { captcha: Captcha }) {
  const t = useTranslations("auth");
  const tUi = useTranslations("ui");
  const [broken, setBroken] = useState(false);
  if (!config) return null;
  return (
    <div className="mt-4 flex min-h-16.25 flex-col justify-center overflow-hidden rounded-sm bg-sunken">
      {broken ? (
        <InlineAlert
          live
          className="px-3"
          action={
            <TextButton className="ml-auto shrink-0" onClick={() => setBroken(false)}>
              {tUi("retry")}
            </TextButton>
          }
        >
          {t("captchaBroken")}
        </InlineAlert>
      ) : (
        <Widget
          config={config}
          source={source}
          onBroken={() => setBroken(true)}
          onMissing={() => setBroken(true)}
        />
      )}
    </div>
  );
}
