"use client";

import { useEffect, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { isNewVersionDeployed } from "#app/_shell/version.ts";
import { Button } from "#app/_ui/button.tsx";

/**
 * Replaces a panel whose code could not be fetched. Loading is repeated automatically; the user can also request it.
 */
export function CodeLoadFailure({ retry }: { retry: () => void }) {
  const t = useTranslations("errors");
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    let hasLeft = false;
    async function look(): Promise<void> {
      const gone = await isNewVersionDeployed();
      if (!hasLeft) setGone(gone === true);
    }
    void look();
    return () => {
      hasLeft = true;
    };
  }, []);
  return (
    <div role="alert" className="grid h-full place-content-center justify-items-center gap-3 p-6 text-center">
      <p className="max-w-90 text-text-2">{t(isGone ? "newVersion" : "part")}</p>
      <Button tone="secondary" onClick={isGone ? () => window.location.reload() : retry}>
        {t(isGone ? "loadNewVersion" : "tryAgain")}
      </Button>
    </div>
  );
}
