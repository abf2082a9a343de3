import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CenteredPage } from "#app/_shell/centered-page.tsx";
import { ButtonLink } from "#app/_ui/button-link.tsx";

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
        <ButtonLink href="/trips" tone="primary">
          {t("toTrips")}
        </ButtonLink>
      }
    >
      {t("notFound")}
    </CenteredPage>
  );
}
