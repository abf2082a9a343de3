"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { SettingRow } from "#app/account/_page/setting-row.tsx";
import { useCodeLoadFailureToast } from "#app/_shell/use-code-load-failure-toast.ts";
import { Button } from "#app/_ui/button.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import type { AccountUser } from "#lib/client/account/account-answers.ts";

const EnrolDialog = lazyComponent(() => import("#app/account/_two-factor/enrol-dialog.tsx"));
const CodesDialog = lazyComponent(() => import("#app/account/_two-factor/codes-dialog.tsx"));
const OffDialog = lazyComponent(() => import("#app/account/_two-factor/off-dialog.tsx"));

const dialogs = { enrol: EnrolDialog, codes: CodesDialog, off: OffDialog };

/** The section that shows whether the second factor is on, with the dialogs to turn it on and off. */
export function TwoFactorSection({ user, hasPassword }: { user: AccountUser; hasPassword: boolean }) {
  const t = useTranslations("account");
  const tellMissing = useCodeLoadFailureToast();
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const close = () => setOpen(null);
  const isOn = user.twoFactorEnabled;
  const Part = open && dialogs[open];
  return (
    <>
      <SettingRow
        title={isOn ? <span className="text-success">{t("twoFactorOn")}</span> : t("twoFactorOff")}
        text={t(isOn ? "twoFactorOnText" : "twoFactorOffText")}
        actions={
          isOn ? (
            <>
              <Button onPointerEnter={CodesDialog.preload} onClick={() => setOpen("codes")}>
                {t("twoFactorCodes")}
              </Button>
              <Button tone="plain" onPointerEnter={OffDialog.preload} onClick={() => setOpen("off")}>
                {t("twoFactorTurnOff")}
              </Button>
            </>
          ) : (
            <Button onPointerEnter={EnrolDialog.preload} onClick={() => setOpen("enrol")}>
              {t("twoFactorTurnOn")}
            </Button>
          )
        }
      />
      {Part ? (
        <Part
          user={user}
          hasPassword={hasPassword}
          onClose={close}
          onMissing={() => {
            close();
            tellMissing();
          }}
        />
      ) : null}
    </>
  );
}
