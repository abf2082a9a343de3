import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthPage, type AuthPageProps } from "#app/(auth)/_form/auth-page.tsx";
import { FooterLine } from "#app/(auth)/_form/footer-line.tsx";
import { SignInForm } from "#app/(auth)/sign-in/sign-in-form.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("signInTitle") };
}

export default async function SignInPage({ searchParams }: AuthPageProps) {
  const t = await getTranslations("auth");
  return (
    <AuthPage searchParams={searchParams} title={(invited) => t(invited ? "signInToJoin" : "signInTitle")}>
      {(next) => (
        <>
          <SignInForm next={next} />
          <FooterLine to="sign-up" next={next} />
        </>
      )}
    </AuthPage>
  );
}
