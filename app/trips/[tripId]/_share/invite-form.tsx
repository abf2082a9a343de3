"use client";

import { Link2 } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type FormEvent, useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { Segmented } from "#app/_ui/segmented.tsx";
import { Select } from "#app/_ui/select.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { ApiError } from "#lib/client/base/api.ts";
import { useCreateInvite } from "#lib/client/trips/invites.ts";
import type { NewInvite } from "#lib/shared/invites.ts";
import { INVITE_ROLES } from "#lib/shared/roles.ts";
import type { TripPerson } from "../_base/people.tsx";
import { InviteLink } from "./invite-link.tsx";

const EXPIRIES = [1, 7, 14, 30, 90] as const;
const USES = ["", "1", "5", "20"] as const;

interface Choice {
  role: NewInvite["role"];
  days: string;
  uses: string;
  email: string;
}

/** The classes that keep the form for invites visible above a long list of members. */
const stuck = "sticky top-0 z-1 bg-raised";

type InviteFormProps = {
  tripId: string;
  /**
   * The placeholder whose row the invite is for: the first who joins by it gets this row; null for an ordinary
   * invite.
   */
  place: TripPerson | null;
  onDone: () => void;
};

/**
 * A form that creates an invite for one role. Its duration, number of uses and recipient can be opened; the form
 * stays unchanged while the invite is created.
 */
export function InviteForm({ tripId, place, onDone }: InviteFormProps) {
  const t = useTranslations("trip-share");
  const create = useCreateInvite(tripId);
  const [more, setMore] = useState(false);
  const [choice, setChoice] = useState<Choice>({
    role: "editor",
    days: "14",
    uses: place ? "1" : "",
    email: "",
  });
  const set = (patch: Partial<Choice>) => setChoice({ ...choice, ...patch });
  const problem = create.error instanceof ApiError ? create.error.body : null;
  const wrongEmail = problem?.issues?.some(({ path }) => path.endsWith("email")) ?? false;

  function submit(event: FormEvent) {
    event.preventDefault();
    const email = choice.email.trim();
    create.mutate({
      role: choice.role,
      expiresInDays: Number(choice.days),
      ...(choice.uses ? { maxUses: Number(choice.uses) } : {}),
      ...(email ? { email } : {}),
      ...(place ? { memberId: place.id } : {}),
    });
  }

  if (create.data) {
    return (
      <div className={stuck}>
        <InviteLink
          invite={create.data}
          onAnother={() => {
            create.reset();
            onDone();
          }}
        />
      </div>
    );
  }
  return (
    <form onSubmit={submit} className={cx("pb-4", !more && stuck)}>
      {place ? (
        <p className="mb-3 flex flex-wrap gap-x-2 text-sm">
          {t("placeholders.inviteForWhom", { name: place.name })}
          <TextButton onClick={onDone}>{t("placeholders.cancel")}</TextButton>
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Segmented
          label={t("role")}
          disabled={create.isPending}
          value={choice.role}
          onChange={(role) => set({ role })}
          options={INVITE_ROLES.map((value) => ({ value, label: t(`invites.${value}`) }))}
        />
        <span className="flex-1 phone:hidden" />
        <Button type="submit" tone="primary" icon={Link2} busy={create.isPending} className="phone:grow">
          {t("createLink")}
        </Button>
      </div>
      <p className="mt-2 text-sm text-text-3">
        {choice.role === "guest" ? `${t("guestHint")} ` : null}
        {t("linkHint", { days: Number(choice.days), uses: Number(choice.uses || 0) })}{" "}
        {more ? null : <TextButton onClick={() => setMore(true)}>{t("options")}</TextButton>}
      </p>
      {more ? (
        <div className="mt-3 grid grid-cols-2 gap-3">
          <Select
            label={t("expires")}
            disabled={create.isPending}
            value={choice.days}
            onChange={(event) => set({ days: event.target.value })}
            options={EXPIRIES.map((days) => ({ value: String(days), label: t("days", { count: days }) }))}
          />
          <Select
            label={t("uses")}
            disabled={create.isPending}
            value={choice.uses}
            onChange={(event) => set({ uses: event.target.value })}
            options={USES.map((uses) => ({
              value: uses,
              label: uses ? t("people", { count: Number(uses) }) : t("anyNumber"),
            }))}
          />
          <TextField
            className="col-span-2"
            label={t("email")}
            note={t("optional")}
            hint={t("emailHint")}
            type="email"
            autoComplete="off"
            maxLength={254}
            value={choice.email}
            readOnly={create.isPending}
            error={wrongEmail ? t("emailWrong") : undefined}
            onChange={(event) => set({ email: event.target.value })}
          />
        </div>
      ) : null}
      {create.error && !wrongEmail ? (
        <InlineAlert tone="danger" live className="mt-3">
          {t(problem ? "createFailed" : "createUnanswered")}
        </InlineAlert>
      ) : null}
    </form>
  );
}
