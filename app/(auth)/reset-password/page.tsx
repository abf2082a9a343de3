import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthPage, type AuthPageProps } from "#app/(auth)/_form/auth-page.tsx";
import { FooterLine } from "#app/(auth)/_form/footer-line.tsx";
import { ResetSteps } from "#app/(auth)/reset-password/reset-steps.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("resetTitle") };
}

export default async function ResetPasswordPage({ searchParams }: AuthPageProps) {
  const t = await getTranslations("auth");
  return (
    <AuthPage searchParams={searchParams} title={() => t("resetTitle")}>
      {(next) => (
        <>
          <ResetSteps next={next} />
          <FooterLine to="back" next={next} />
        </>
      )}
    </AuthPage>
  );
}
