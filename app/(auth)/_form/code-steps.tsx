"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ReactNode } from "react";
import { AskAddress, type AskAddressProps } from "#app/(auth)/_form/ask-address.tsx";
import { CodeSent } from "#app/(auth)/_form/code-sent.tsx";
import { type PendingCode, usePendingCode } from "#app/(auth)/_form/pending-code.ts";
import { Skeleton } from "#app/_ui/skeleton.tsx";

type CodeStepsProps = {
  changeHref: string;
  /** Sends a code when this tab does not know the address. */
  sendCode: AskAddressProps["sendCode"];
  guarded?: boolean;
  reason: PendingCode["reason"];
  children: (pending: PendingCode) => ReactNode;
};

/** Says where the code was sent and shows the form for it. A tab that has sent no code asks for the address first. */
export function CodeSteps({ changeHref, sendCode, guarded, reason, children }: CodeStepsProps) {
  const t = useTranslations("auth");
  const pending = usePendingCode();
  if (pending === undefined) return <Waiting />;
  // A code that was sent for another purpose is not valid on this page.
  if (pending === null || purpose(pending.reason) !== purpose(reason)) {
    return (
      <>
        <p className="-mt-3 mb-5 text-text-2">{t("codeAsk")}</p>
        <AskAddress sendCode={sendCode} guarded={guarded} reason={reason} />
      </>
    );
  }
  return (
    <>
      <CodeSent pending={pending} changeHref={changeHref} />
      {children(pending)}
    </>
  );
}

function purpose(reason: PendingCode["reason"]): PendingCode["reason"] {
  return reason === "new" ? "unverified" : reason;
}

/** A placeholder in the final shape, until the browser has read the address. */
function Waiting() {
  return (
    <div aria-hidden className="-mt-3">
      <Skeleton className="my-0.5 h-4 w-full" />
      <Skeleton className="mt-1 mb-5.5 h-4 w-2/3" />
      <div className="grid grid-cols-6 gap-2">
        {[1, 2, 3, 4, 5, 6].map((cell) => (
          <Skeleton key={cell} className="h-14 rounded-sm" />
        ))}
      </div>
    </div>
  );
}
