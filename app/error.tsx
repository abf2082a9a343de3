"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { CenteredPage } from "#app/_shell/centered-page.tsx";
import { Button } from "#app/_ui/button.tsx";
import { ButtonAnchor } from "#app/_ui/button-anchor.tsx";

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  const t = useTranslations("errors");
  const tUi = useTranslations("ui");
  return (
    <CenteredPage
      title={t("crashTitle")}
      actions={
        <>
          <Button tone="primary" onClick={reset}>
            {tUi("retry")}
          </Button>
          <ButtonAnchor href="/trips" tone="plain">
            {t("toTrips")}
          </ButtonAnchor>
        </>
      }
    >
      <p>{t("crash")}</p>
      {error.digest ? (
        <p className="mt-2 text-sm text-text-3">{t("reference", { id: error.digest })}</p>
      ) : null}
    </CenteredPage>
  );
}
