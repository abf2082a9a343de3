import type { Metadata } from "next";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { CenteredPage } from "#app/_shell/centered-page.tsx";
import { ButtonAnchor } from "#app/_ui/button-anchor.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("errors");
  return { title: t("notFoundTitle") };
}

export default async function NotFound() {
  const t = await getTranslations("errors");
  return (
    <CenteredPage
      title={t("notFoundTitle")}
      actions={
        <ButtonAnchor href="/trips" tone="primary">
          {t("toTrips")}
        </ButtonAnchor>
      }
    >
      {t("notFound")}
    </CenteredPage>
  );
}
