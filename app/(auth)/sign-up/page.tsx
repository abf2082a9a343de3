import type { Metadata } from "next";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { AuthPage, type AuthPageProps } from "#app/(auth)/_form/auth-page.tsx";
import { FooterLine } from "#app/(auth)/_form/footer-line.tsx";
import { ProviderButtons } from "#app/(auth)/_form/provider-buttons.tsx";
import { SignUpForm } from "#app/(auth)/sign-up/sign-up-form.tsx";
import { signInMethods } from "#lib/server/auth/sign-in-methods.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("signUpTitle") };
}

export default async function SignUpPage({ searchParams }: AuthPageProps) {
  const t = await getTranslations("auth");
  return (
    <AuthPage searchParams={searchParams} title={(invited) => t(invited ? "signUpToJoin" : "signUpTitle")}>
      {(next) => (
        <>
          <SignUpForm next={next} />
          <ProviderButtons providers={signInMethods().providers} next={next} />
          <FooterLine to="sign-in" next={next} />
        </>
      )}
    </AuthPage>
  );
}
