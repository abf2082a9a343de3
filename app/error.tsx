"use client";

import type { ReactNode } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { CenteredPage } from "#app/_shell/centered-page.tsx";
import { Button } from "#app/_ui/button.tsx";
import { ButtonAnchor } from "#app/_ui/button-anchor.tsx";

function code(id: ReactNode) {
  return <code className="select-all">{id}</code>;
}

/** `digest` is the reference of an error on the server, which is in the server's log, too. */
type ErrorPageProps = { error: Error & { digest?: string } };

export default function ErrorPage({ error: { digest } }: ErrorPageProps) {
  const t = useTranslations("errors");
  return (
    <CenteredPage
      title={t("crashTitle")}
      actions={
        <>
          {/* The page is loaded anew, because Next's own retry would render the service's failed response again. */}
          <Button tone="primary" onClick={() => window.location.reload()}>
            {t("loadAgain")}
          </Button>
          <ButtonAnchor href="/trips" tone="plain">
            {t("toTrips")}
          </ButtonAnchor>
        </>
      }
    >
      <p>{t("kept")}</p>
      <p className="mt-2">{t(digest ? "crash" : "crashHere")}</p>
      {digest ? (
        <p className="mt-2 text-sm text-text-3">{t.rich("reference", { id: digest, code })}</p>
      ) : null}
    </CenteredPage>
  );
}
