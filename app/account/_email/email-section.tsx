"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { VerifiedMark } from "#app/account/_email/verified.tsx";
import { SettingRow } from "#app/account/_page/setting-row.tsx";
import { useCodeLoadFailureToast } from "#app/_shell/use-code-load-failure-toast.ts";
import { Button } from "#app/_ui/button.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import type { AccountUser } from "#lib/client/account/account-answers.ts";
import { isPlaceholderEmail } from "#lib/shared/placeholder-email.ts";

const EmailDialog = lazyComponent(() => import("#app/account/_email/email-dialog.tsx"));

/** The section with the account's address, or with the note that it has none. */
export function EmailSection({ user: { email, emailVerified } }: { user: AccountUser }) {
  const t = useTranslations("account");
  const tellMissing = useCodeLoadFailureToast();
  const [open, setOpen] = useState(false);
  const isNone = isPlaceholderEmail(email);
  const button = (
    <Button onPointerEnter={EmailDialog.preload} onClick={() => setOpen(true)}>
      {t(isNone ? "emailAdd" : "emailChange")}
    </Button>
  );
  return (
    <>
      {isNone ? (
        <SettingRow title={t("emailNone")} text={t("emailNoneText")} actions={button} />
      ) : (
        <SettingRow
          title={email}
          text={emailVerified ? <VerifiedMark /> : t("unverified")}
          actions={button}
        />
      )}
      {open ? (
        <EmailDialog
          current={isNone ? null : email}
          onClose={() => setOpen(false)}
          onMissing={() => {
            setOpen(false);
            tellMissing();
          }}
        />
      ) : null}
    </>
  );
}
