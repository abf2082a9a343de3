import type { Metadata } from "next";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { AuthPage, type AuthPageProps } from "#app/(auth)/_form/auth-page.tsx";
import { ReturnMessageAlert } from "#app/(auth)/_form/came-back-line.tsx";
import { readReturnMessage } from "#app/(auth)/_form/return-message.ts";
import { FooterLine } from "#app/(auth)/_form/footer-line.tsx";
import { ProviderButtons } from "#app/(auth)/_form/provider-buttons.tsx";
import { SignInForm } from "#app/(auth)/sign-in/sign-in-form.tsx";
import { signInMethods } from "#lib/server/auth/sign-in-methods.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("signInTitle") };
}

export default async function SignInPage({ searchParams }: AuthPageProps) {
  const [query, t] = await Promise.all([searchParams, getTranslations("auth")]);
  return (
    <AuthPage searchParams={searchParams} title={(invited) => t(invited ? "signInToJoin" : "signInTitle")}>
      {(next) => (
        <>
          <ReturnMessageAlert said={readReturnMessage(query)} />
          <SignInForm next={next} />
          <ProviderButtons providers={signInMethods().providers} next={next} />
          <FooterLine to="sign-up" next={next} />
        </>
      )}
    </AuthPage>
  );
}
