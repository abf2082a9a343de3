"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { BackupForm } from "#app/(auth)/two-factor/backup-form.tsx";
import { TotpForm } from "#app/(auth)/two-factor/totp-form.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";

/** The second proof: the app's digits, or a backup code for someone without their phone. */
export function TwoFactorSteps({ next }: { next: string }) {
  const t = useTranslations("auth");
  const [backup, setBackup] = useState(false);
  return (
    <>
      <p className="-mt-3 mb-5 text-text-2">{t(backup ? "backupText" : "twoFactorText")}</p>
      {backup ? <BackupForm next={next} /> : <TotpForm next={next} />}
      <p className="mt-5 text-center text-sm">
        <TextButton className="font-medium" onClick={() => setBackup(!backup)}>
          {t(backup ? "useApp" : "useBackup")}
        </TextButton>
      </p>
    </>
  );
}
