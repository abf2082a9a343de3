import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { redirect } from "next/navigation";
import { CaptchaSettings } from "#app/(auth)/_captcha/use-captcha.tsx";
import { accountPath } from "#app/account/_page/account-path.ts";
import { AccountScreen } from "#app/account/_page/account-screen.tsx";
import { readAccount } from "#app/account/_page/read-account.ts";
import { ClientMessages } from "#app/_i18n/client-messages.tsx";
import { sendGuestToSignUp } from "#app/_shell/guest-home.ts";
import { withNext } from "#app/_shell/next-path.ts";
import { PageUser } from "#app/_shell/page-user.tsx";
import { signInMethods } from "#lib/server/auth/sign-in-methods.ts";
import { findViewer } from "#lib/server/access/viewer.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account");
  return { title: t("title") };
}

export default async function AccountPage() {
  const viewer = await findViewer();
  if (!viewer) redirect(withNext("/sign-in", accountPath));
  await sendGuestToSignUp(viewer);
  const { providers, captcha } = signInMethods();
  return (
    <HydrationBoundary state={await readAccount(viewer)}>
      <ClientMessages of={["account", "auth", "notifications", "palette", "list-resources"]}>
        <CaptchaSettings value={captcha}>
          <PageUser userId={viewer.userId} />
          <AccountScreen providers={providers} />
        </CaptchaSettings>
      </ClientMessages>
    </HydrationBoundary>
  );
}
