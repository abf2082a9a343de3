"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { formatMinutesAndSeconds, useSecondsUntil } from "#app/(auth)/_form/use-seconds-until.ts";
import { strongQuiet } from "#app/_ui/rich.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";

/**
 * How long after a code the user can request another one. The service refuses a fourth code within a minute, so
 * requesting one sooner would only use up attempts.
 */
const AGAIN_AFTER_MS = 60_000;

/** The line below a code: a hint, and when or how to get another code. */
export function ResendCode({ sentAt, onResend }: { sentAt: number; onResend: () => Promise<void> }) {
  const t = useTranslations("auth");
  const seconds = useSecondsUntil(sentAt + AGAIN_AFTER_MS);
  const [firstSentAt] = useState(sentAt);
  const resent = sentAt !== firstSentAt;
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 text-sm text-text-3">
      <output>{resent ? t("resent") : t("pasteWorks")}</output>
      {seconds > 0 ? (
        <p>
          {t.rich("resendIn", {
            time: formatMinutesAndSeconds(seconds),
            b: strongQuiet,
          })}
        </p>
      ) : (
        <TextButton onClick={() => void onResend()}>{t("resend")}</TextButton>
      )}
    </div>
  );
}
