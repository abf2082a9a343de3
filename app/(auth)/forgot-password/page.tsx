import type { Metadata } from "next";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { AuthPage, type AuthPageProps } from "#app/(auth)/_form/auth-page.tsx";
import { FooterLine } from "#app/(auth)/_form/footer-line.tsx";
import { ForgotForm } from "#app/(auth)/forgot-password/forgot-form.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("forgotTitle") };
}

export default async function ForgotPasswordPage({ searchParams }: AuthPageProps) {
  const t = await getTranslations("auth");
  return (
    <AuthPage searchParams={searchParams} title={() => t("forgotTitle")}>
      {(next) => (
        <>
          <p className="-mt-3 mb-5 text-text-2">{t("forgotText")}</p>
          <ForgotForm next={next} />
          <FooterLine to="back" next={next} />
        </>
      )}
    </AuthPage>
  );
}
