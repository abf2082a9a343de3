"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { AccountDialog } from "#app/account/_form/account-dialog.tsx";
import { ConfirmPassword } from "#app/account/_form/confirm-password.tsx";
import { DialogActions } from "#app/account/_form/dialog-actions.tsx";
import { codeOf } from "#app/account/_form/problems.ts";
import { type AccountDeletion, accountDeletionSchema } from "#app/account/_form/schemas.ts";
import { useAccountForm } from "#app/account/_form/use-account-form.ts";
import { accountPath } from "#app/account/_page/account-path.ts";
import { loadPage } from "#app/(auth)/_form/load-page.ts";
import { withNext } from "#app/_shell/next-path.ts";
import { Button } from "#app/_ui/button.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { deleteAccount } from "#lib/client/account/account-data.ts";
import { signOut } from "#lib/client/account/auth.ts";

type DeleteDialogProps = { email: string; hasPassword: boolean; onClose: () => void };

/**
 * The dialog for deleting the account, which can't be undone. It explains the consequences and requires a typed word.
 */
export default function DeleteDialog(props: DeleteDialogProps) {
  const t = useTranslations("account");
  return (
    <AccountDialog title={t("deleteTitle")} onClose={props.onClose}>
      <p className="text-text-2">{t("deleteWhat")}</p>
      <ul className="mt-2 mb-5 list-disc space-y-1 pl-5 text-text-2">
        {(["deleteTrips", "deleteShared", "deleteWords", "deleteSessions"] as const).map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
      <DeleteForm {...props} />
    </AccountDialog>
  );
}

function DeleteForm({ email, hasPassword, onClose }: DeleteDialogProps) {
  const t = useTranslations("account");
  const word = t("deleteWord");

  async function send({ current }: AccountDeletion) {
    await deleteAccount({ password: hasPassword ? current : undefined });
    return loadPage("/");
  }

  const { form, submit, attempt, errorOf, problem, busy } = useAccountForm<AccountDeletion>(
    accountDeletionSchema(hasPassword, word),
    { current: "", word: "" },
    send,
  );

  /** Signs the user in again, because a new session counts as a recent sign-in. */
  async function signInAgain() {
    await attempt(async () => {
      await signOut();
      return loadPage(withNext("/sign-in", accountPath));
    });
  }

  return (
    <form method="post" noValidate onSubmit={submit}>
      {hasPassword ? (
        <div className="mb-4">
          <ConfirmPassword
            email={email}
            label={t("deletePassword")}
            error={errorOf("current")}
            {...form.register("current")}
          />
        </div>
      ) : (
        <p className="mb-4 text-text-2">{t("deleteFresh")}</p>
      )}
      <TextField
        label={t("deleteType", { word })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errorOf("word")}
        {...form.register("word")}
      />
      {problem ? (
        <InlineAlert
          tone="danger"
          live
          className="mt-4 flex-wrap"
          action={
            codeOf(problem.error) === "SESSION_NOT_FRESH" ? (
              <TextButton onClick={() => void signInAgain()}>{t("signInAgain")}</TextButton>
            ) : null
          }
        >
          {problem.text}
        </InlineAlert>
      ) : null}
      <DialogActions onCancel={onClose}>
        <Button type="submit" tone="danger" busy={busy} className="bg-danger-tint">
          {t("deleteNow")}
        </Button>
      </DialogActions>
    </form>
  );
}
