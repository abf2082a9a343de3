"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { draftTrip, type TripForm } from "#app/trips/_list/new-trip.ts";
import { ApiError } from "#lib/client/api.ts";
import { newId } from "#lib/client/ids.ts";
import { useCreateTrip } from "#lib/client/trips.ts";
import type { TripSummary } from "#lib/shared/trips.ts";

export interface Me {
  id: string;
  name: string;
  image: string | null;
  defaultCurrency: string;
}

/** The dialog's life: open, sent (the list shows the trip), then the trip itself, or open again with what went wrong. */
export function useNewTrip(me: Me) {
  const t = useTranslations("trips");
  const router = useRouter();
  const { create } = useCreateTrip();
  const empty: TripForm = { where: "", start: "", end: "", currency: me.defaultCurrency };
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState(empty);
  const [problem, setProblem] = useState<string | null>(null);
  const [drafts, setDrafts] = useState<readonly TripSummary[]>([]);

  async function submit(sent: TripForm) {
    const id = newId();
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { input, draft } = draftTrip(sent, id, me, zone, new Date());
    setOpen(false);
    setDrafts((list) => [draft, ...list]);
    try {
      await create(input);
      router.push(`/trips/${id}`);
    } catch (error) {
      setForm(sent);
      setProblem(
        error instanceof ApiError ? t("createRefused", { reason: error.message }) : t("createFailed"),
      );
      setOpen(true);
    } finally {
      setDrafts((list) => list.filter((each) => each.id !== id));
    }
  }

  return {
    open,
    problem,
    /** Created here, not yet confirmed by the service. */
    drafts,
    initial: form,
    start: () => {
      setForm(empty);
      setProblem(null);
      setOpen(true);
    },
    setOpen,
    submit: (sent: TripForm) => void submit(sent),
  };
}
