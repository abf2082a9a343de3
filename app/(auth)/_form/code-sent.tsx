"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { PendingCode } from "#app/(auth)/_form/pending-code.ts";
import { strong } from "#app/_ui/rich.tsx";
import { textLink } from "#app/_ui/text-link.tsx";

/** Whether an address has an account is not for a stranger to learn, so for two of them this is said with an "if". */
const texts = {
  new: "codeSent",
  unverified: "codeSentAgain",
  reset: "codeSentMaybe",
  "sign-in": "codeSentMaybe",
} as const;

/** For the field of the code, which has the focus before anyone has read where it went. */
export const codeSentId = "code-sent";

/** Where the code went, and the way back when that was the wrong address. */
export function CodeSent({ pending, changeHref }: { pending: PendingCode; changeHref: string }) {
  const t = useTranslations("auth");
  return (
    <p id={codeSentId} className="-mt-3 mb-5 text-pretty text-text-2">
      {t.rich(texts[pending.reason], {
        email: pending.email,
        a: (words) => textLink(changeHref, words),
        b: strong,
      })}
    </p>
  );
}
