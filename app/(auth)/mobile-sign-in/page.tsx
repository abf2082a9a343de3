import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { withNext } from "#app/_shell/next-path.ts";
import { Button } from "#app/_ui/button.tsx";
import { strong } from "#app/_ui/rich.tsx";
import { CONFIRM_PATH, confirmationToken } from "#lib/server/mobile-auth/confirmation.ts";
import { findViewer } from "#lib/server/access/viewer.ts";
import { isPlaceholderEmail } from "#lib/shared/placeholder-email.ts";

export async function generateMetadata(): Promise<Metadata> {
  const [t, viewer] = await Promise.all([getTranslations("auth"), findViewer()]);
  return { title: t("appTitle", { name: viewer?.user.name ?? "" }), robots: { index: false } };
}

/** The page on which a signed-in user confirms that the mobile app gets a session. It works without scripts. */
export default async function MobileSignInPage() {
  const [t, viewer] = await Promise.all([getTranslations("auth"), findViewer()]);
  if (!viewer || viewer.user.isAnonymous) redirect(withNext("/sign-in", "/mobile-sign-in"));
  const { name, email } = viewer.user;
  return (
    <>
      <h1 className="mb-5 text-2xl font-semibold text-balance wrap-anywhere">{t("appTitle", { name })}</h1>
      <p className="mb-5 text-pretty wrap-anywhere text-text-2">
        {isPlaceholderEmail(email) ? t("appTextPlain") : t.rich("appText", { email, b: strong })}
      </p>
      <form method="post" action={CONFIRM_PATH} className="grid gap-3">
        <input type="hidden" name="token" value={confirmationToken(viewer.sessionId)} />
        <Button type="submit" name="answer" value="continue" tone="primary" size="wide">
          {t("appContinue")}
        </Button>
        <Button type="submit" name="answer" value="cancel" size="wide">
          {t("appCancel")}
        </Button>
      </form>
    </>
  );
}
