"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { SettingRow } from "#app/account/_page/setting-row.tsx";
import { useRelativeTime } from "#app/account/_page/use-when.ts";
import { useCodeLoadFailureToast } from "#app/_shell/use-code-load-failure-toast.ts";
import { Button } from "#app/_ui/button.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { useSignInMethods } from "#lib/client/account/account.ts";
import { isPlaceholderEmail } from "#lib/shared/placeholder-email.ts";

const ChangeDialog = lazyComponent(() => import("#app/account/_password/change-dialog.tsx"));
const FirstDialog = lazyComponent(() => import("#app/account/_password/first-dialog.tsx"));

const parts = { change: ChangeDialog, first: FirstDialog };

/** The section for changing the password or setting a first one. */
export function PasswordSection({ email }: { email: string }) {
  const t = useTranslations("account");
  const when = useRelativeTime();
  const tellMissing = useCodeLoadFailureToast();
  const { data: methods } = useSignInMethods();
  const [open, setOpen] = useState<"change" | "first" | null>(null);
  const password = methods?.find(({ providerId }) => providerId === "credential");
  const kind = password ? "change" : "first";
  const close = () => setOpen(null);
  const missing = () => {
    close();
    tellMissing();
  };
  const canSet = password !== undefined || !isPlaceholderEmail(email);
  return (
    <>
      <SettingRow
        title={t(password ? "passwordSet" : "passwordNone")}
        text={
          password
            ? t("passwordSince", { when: when(password.updatedAt) })
            : t(canSet ? "passwordNoneText" : "passwordNeedsEmail")
        }
        actions={
          canSet ? (
            <Button onPointerEnter={parts[kind].preload} onClick={() => setOpen(kind)}>
              {t(password ? "passwordChange" : "passwordAdd")}
            </Button>
          ) : null
        }
      />
      {open === "change" ? (
        <ChangeDialog
          email={email}
          onForgotten={() => setOpen("first")}
          onClose={close}
          onMissing={missing}
        />
      ) : null}
      {open === "first" ? <FirstDialog email={email} onClose={close} onMissing={missing} /> : null}
    </>
  );
}
