"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useRef } from "react";
import { ConfirmButton } from "#app/account/_form/confirm-button.tsx";
import { useProblemWords } from "#app/account/_form/use-problem-words.ts";
import { LoadFailed } from "#app/account/_page/load-failed.tsx";
import type { Provider } from "#app/account/_page/providers.ts";
import { SettingRow } from "#app/account/_page/setting-row.tsx";
import { useRelativeTime } from "#app/account/_page/use-when.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useSignInMethods, useUnlinkMethod } from "#lib/client/account/account.ts";
import type { AccountUser, SignInMethod } from "#lib/client/account/account-answers.ts";
import { isPlaceholderEmail } from "#lib/shared/placeholder-email.ts";

type MethodsSectionProps = { user: AccountUser; providers: readonly Provider[] };

/** The section with all methods to sign in; a linked one can be removed, except the last. */
export function MethodsSection({ user, providers }: MethodsSectionProps) {
  const t = useTranslations("account");
  const { sayError } = useProblemWords();
  const list = useSignInMethods();
  const unlink = useUnlinkMethod();
  const rows = useRef<HTMLUListElement>(null);
  const hasCodes = user.emailVerified && !isPlaceholderEmail(user.email);

  function nameOf({ providerId }: SignInMethod): string {
    if (providerId === "credential") return t("methodPassword");
    if (providerId === "mini-program") return t("methodMiniProgram");
    return providers.find(({ id }) => id === providerId)?.name ?? t("methodOther");
  }

  function remove(method: SignInMethod) {
    // The pressed button disappears with its row, so the list gets the focus.
    rows.current?.focus();
    unlink.mutate(method.id, {
      onSuccess: () => toast(t("methodRemoved", { name: nameOf(method) })),
    });
  }

  if (!list.data) return list.isError ? <LoadFailed retry={() => void list.refetch()} /> : null;
  const methods = list.data;
  return (
    <>
      <ul ref={rows} tabIndex={-1} aria-label={t("methods")} className="space-y-3 focus-visible:shadow-none">
        {hasCodes ? (
          <li>
            <SettingRow title={t("methodCode")} text={t("methodCodeText", { email: user.email })} />
          </li>
        ) : null}
        {methods.map((method) => (
          <li key={method.id}>
            <MethodRow
              method={method}
              name={nameOf(method)}
              isLast={methods.length === 1}
              onUnlink={() => remove(method)}
            />
          </li>
        ))}
      </ul>
      {unlink.isError ? (
        <InlineAlert tone="danger" live className="mt-3">
          {sayError(unlink.error)}
        </InlineAlert>
      ) : null}
    </>
  );
}

type MethodRowProps = { method: SignInMethod; name: string; isLast: boolean; onUnlink: () => void };

/**
 * The row of one method to sign in. The password has a section of its own, so only a linked method can be removed in
 * this row.
 */
function MethodRow({ method, name, isLast, onUnlink }: MethodRowProps) {
  const t = useTranslations("account");
  const when = useRelativeTime();
  const isLinked = method.providerId !== "credential";
  const since = { when: when(method.createdAt) };
  return (
    <SettingRow
      title={name}
      text={t(isLinked && isLast ? "methodLast" : "methodSince", since)}
      actions={
        isLinked && !isLast ? (
          <ConfirmButton
            label={t("methodRemove")}
            name={t("methodRemoveOf", { name })}
            sure={t("methodRemoveSure")}
            onSure={onUnlink}
          />
        ) : null
      }
    />
  );
}
