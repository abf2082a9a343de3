import type { Metadata } from "next";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { AuthPage, type AuthPageProps } from "#app/(auth)/_form/auth-page.tsx";
import { FooterLine } from "#app/(auth)/_form/footer-line.tsx";
import { VerifySteps } from "#app/(auth)/verify/verify-steps.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("verifyTitle") };
}

export default async function VerifyPage({ searchParams }: AuthPageProps) {
  const t = await getTranslations("auth");
  return (
    <AuthPage searchParams={searchParams} title={() => t("verifyTitle")}>
      {(next) => (
        <>
          <VerifySteps next={next} />
          <FooterLine to="back" next={next} />
        </>
      )}
    </AuthPage>
  );
}
