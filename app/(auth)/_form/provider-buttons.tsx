"use client";

import { KeyRound, QrCode } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { loadPage } from "#app/(auth)/_form/load-page.ts";
import { problemOf } from "#app/(auth)/_form/problems.ts";
import { refusalOf } from "#app/(auth)/_form/refusal.ts";
import { useProblemWords } from "#app/(auth)/_form/use-problem-words.ts";
import { withNext } from "#app/_shell/next-path.ts";
import { Button } from "#app/_ui/button.tsx";
import { startProviderSignIn } from "#lib/client/account/auth.ts";

type ProviderButtonsProps = { providers: readonly { id: string; name: string }[]; next: string };

/** The buttons of identity providers below the form; nothing when none is configured. */
export function ProviderButtons({ providers, next }: ProviderButtonsProps) {
  const t = useTranslations("auth");
  const say = useProblemWords();
  const [going, setGoing] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (providers.length === 0) return null;

  async function go(provider: string) {
    setGoing(provider);
    setProblem(null);
    try {
      // The provider leads back to the target, so that an invite continues.
      const ways = { callbackURL: whole(next), errorCallbackURL: whole(withNext("/sign-in", next)) };
      await loadPage(await startProviderSignIn({ provider, ...ways }));
    } catch (error) {
      setProblem(say(problemOf(refusalOf(error))));
      setGoing(null);
    }
  }

  return (
    <div className="grid gap-2">
      <p className="mt-5 mb-1 flex items-center gap-3 text-xs text-text-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("or")}
      </p>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          size="wide"
          icon={id === "idp-qr" ? QrCode : KeyRound}
          busy={going === id}
          disabled={going !== null && going !== id}
          onClick={() => void go(id)}
        >
          <span className="truncate">{t("continueWith", { name })}</span>
        </Button>
      ))}
      <FormProblem text={problem} />
    </div>
  );
}

function whole(path: string): string {
  return new URL(path, window.location.origin).href;
}
