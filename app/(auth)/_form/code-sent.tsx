"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { PendingCode } from "#app/(auth)/_form/pending-code.ts";
import { strong } from "#app/_ui/rich.tsx";
import { textLink } from "#app/_ui/text-link.tsx";

/**
 * The keys of the texts that say where a code was sent. Two of the texts say "if", because a stranger must not learn
 * whether an address has an account.
 */
const texts = {
  new: "codeSent",
  unverified: "codeSentAgain",
  reset: "codeSentMaybe",
  "sign-in": "codeSentMaybe",
} as const;

/** The id of the text, to which the code's field refers, because the field gets the focus before the text is read. */
export const codeSentId = "code-sent";

/** Says where the code was sent, with a link for changing a wrong address. */
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
