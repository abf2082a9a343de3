import type { Metadata } from "next";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { AuthPage, type AuthPageProps } from "#app/(auth)/_form/auth-page.tsx";
import { FooterLine } from "#app/(auth)/_form/footer-line.tsx";
import { mailedLink } from "#app/(auth)/reset-password/mailed-link.ts";
import { ResetSteps } from "#app/(auth)/reset-password/reset-steps.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  // The URL of a link for a new password is a key to the account, so it must not reach search engines or other sites.
  return { title: t("resetTitle"), robots: { index: false }, referrer: "no-referrer" };
}

export default async function ResetPasswordPage({ searchParams }: AuthPageProps) {
  const [query, t] = await Promise.all([searchParams, getTranslations("auth")]);
  const link = mailedLink(query);
  return (
    <AuthPage searchParams={searchParams} title={() => t("resetTitle")} forAll={link !== null}>
      {(next) => (
        <>
          <ResetSteps link={link} next={next} />
          <FooterLine to="back" next={next} />
        </>
      )}
    </AuthPage>
  );
}
