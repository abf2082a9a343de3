import type { Metadata } from "next";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { AuthPage, type AuthPageProps } from "#app/(auth)/_form/auth-page.tsx";
import { FooterLine } from "#app/(auth)/_form/footer-line.tsx";
import { TwoFactorSteps } from "#app/(auth)/two-factor/two-factor-steps.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("twoFactorTitle") };
}

export default async function TwoFactorPage({ searchParams }: AuthPageProps) {
  const t = await getTranslations("auth");
  return (
    <AuthPage searchParams={searchParams} title={() => t("twoFactorTitle")}>
      {(next) => (
        <TwoFactorSteps next={next}>
          <FooterLine to="back" next={next} />
        </TwoFactorSteps>
      )}
    </AuthPage>
  );
}
