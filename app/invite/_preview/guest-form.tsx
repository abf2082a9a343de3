"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type FormEvent, useState } from "react";
import { loadPage } from "#app/(auth)/_form/load-page.ts";
import { Button } from "#app/_ui/button.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import type { Messages } from "#app/_i18n/namespaces.ts";
import { AuthError } from "#lib/client/account/auth-request.ts";
import { enterAsGuest } from "#lib/client/account/auth.ts";
import { newId } from "#lib/client/base/ids.ts";

type Problem = keyof Messages["invite"] &
  ("gone" | "archived" | "full" | "tooMany" | "guestElsewhere" | "failed");

const PROBLEMS: Readonly<Record<string, Problem>> = {
  INVITE_GONE: "gone",
  ARCHIVED: "archived",
  LIMIT_REACHED: "full",
  RATE_LIMITED: "tooMany",
  GUEST_LIMITED: "guestElsewhere",
};

/** The form to enter a trip as a guest, with a name and without an account. */
export function GuestForm({ token, name: suggested }: { token: string; name: string }) {
  const t = useTranslations("invite");
  // The idempotency key is the same for every press of the button, so that a lost answer does not create a second
  // guest.
  const [key] = useState(newId);
  const [name, setName] = useState(suggested);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isNameless, setNameless] = useState(false);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setProblem(null);
    setNameless(false);
    if (name.trim() === "") return setNameless(true);
    setBusy(true);
    try {
      const { tripId } = await enterAsGuest({ inviteToken: token, name }, key);
      await loadPage(`/trips/${tripId}`);
    } catch (error) {
      setBusy(false);
      const code = error instanceof AuthError ? error.code : "";
      // The user has signed in in another tab since this page was loaded; the reloaded page offers what a signed-in
      // user can do.
      if (code === "ALREADY_SIGNED_IN") return window.location.reload();
      if (code === "INVALID_NAME") return setNameless(true);
      setProblem(PROBLEMS[code] ?? "failed");
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-6">
      <p className="mb-5 flex items-center gap-3 text-xs text-text-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("withoutAccount")}
      </p>
      <TextField
        label={t("guestName")}
        hint={t("guestHint")}
        autoComplete="name"
        maxLength={128}
        value={name}
        error={isNameless ? t("guestNameNeeded") : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      {problem ? (
        <InlineAlert tone="danger" live className="mt-4">
          {t(problem)}
        </InlineAlert>
      ) : null}
      <Button type="submit" size="wide" busy={busy} className="mt-4">
        {t("guestJoin")}
      </Button>
    </form>
  );
}
