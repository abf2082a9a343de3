"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type ReactNode, useState } from "react";
import { loadPage } from "#app/(auth)/_form/load-page.ts";
import type { AuthErrorKey } from "#app/(auth)/_form/problems.ts";
import { BackupForm } from "#app/(auth)/two-factor/backup-form.tsx";
import { secondFactorEndReason } from "#app/(auth)/two-factor/over.ts";
import { TotpForm } from "#app/(auth)/two-factor/totp-form.tsx";
import { TrustDevice } from "#app/(auth)/two-factor/trust-device.tsx";
import { withNext } from "#app/_shell/next-path.ts";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";

/** The second factor: the digits of an authenticator app, or a backup code for a user without their phone. */
export function TwoFactorSteps({ next, children }: { next: string; children: ReactNode }) {
  const t = useTranslations("auth");
  const [backup, setBackup] = useState(false);
  const [trusted, setTrusted] = useState(false);
  const [over, setOver] = useState<AuthErrorKey | null>(null);

  async function prove(send: (trustDevice: boolean) => Promise<void>) {
    try {
      await send(trusted);
    } catch (error) {
      const ending = secondFactorEndReason(error);
      if (ending === null) throw error;
      return setOver(ending);
    }
    return loadPage(next);
  }

  if (over) {
    return (
      <>
        <InlineAlert tone="danger" live>
          {t(`error.${over}`)}
        </InlineAlert>
        <ButtonLink href={withNext("/sign-in", next)} tone="primary" size="wide" className="mt-5">
          {t("signInAgain")}
        </ButtonLink>
      </>
    );
  }
  const Form = backup ? BackupForm : TotpForm;
  return (
    <>
      <p className="-mt-3 mb-5 text-pretty text-text-2">{t(backup ? "backupText" : "twoFactorText")}</p>
      <Form prove={prove}>
        <TrustDevice checked={trusted} onChange={setTrusted} />
      </Form>
      <p className="mt-5 text-center text-sm">
        <TextButton className="font-medium" onClick={() => setBackup(!backup)}>
          {t(backup ? "useApp" : "useBackup")}
        </TextButton>
      </p>
      {children}
    </>
  );
}
