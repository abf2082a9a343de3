"use client";

import { useTranslations } from "next-intl";
import type { PendingCode } from "#app/(auth)/_form/pending-code.ts";
import { strong } from "#app/_ui/rich.tsx";
import { textLink } from "#app/_ui/text-link.tsx";

/** Where the code went, and the way back when that was the wrong address. */
export function CodeSent({ pending, changeHref }: { pending: PendingCode; changeHref: string }) {
  const t = useTranslations("auth");
  const text = pending.reason === "unverified" ? "codeSentAgain" : "codeSent";
  return (
    <p className="-mt-3 mb-5 text-text-2">
      {t.rich(text, {
        email: pending.email,
        a: (words) => textLink(changeHref, words),
        b: strong,
      })}
    </p>
  );
}
