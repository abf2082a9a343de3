"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { creationProblemKey, draftTrip, type TripForm } from "#app/trips/_list/new-trip.ts";
import { toast } from "#app/_ui/toast.ts";
import { IdempotentCreates } from "#lib/client/base/idempotent-creates.ts";
import { useCreateTrip } from "#lib/client/trips/trips.ts";
import type { TripSummary } from "#lib/shared/trips.ts";

export interface Me {
  id: string;
  name: string;
  image: string | null;
  defaultCurrency: string;
}

const EMPTY: TripForm = { where: "", place: null, start: "", end: "", currency: null };

/**
 * Returns the state of the dialog for a new trip: open, then sent (the list shows the trip), and then the page of the
 * trip, or the open dialog again with the problem.
 */
export function useNewTrip(me: Me) {
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState(EMPTY);
  const [problem, setProblem] = useState<string | null>(null);
  const watch = useWatch(open);
  const send = useSend(me);

  async function submit(sent: TripForm) {
    const isWaiting = watch();
    const reason = await send.submit(sent, isWaiting);
    if (reason === null) return;
    if (!isWaiting()) {
      // A user who has left the page or opened another dialog gets a message, and is not brought back to the dialog of
      // the new trip.
      toast(reason, {
        problem: true,
        action: { label: send.retryLabel, run: () => void submit(sent) },
      });
      return;
    }
    setForm(sent);
    setProblem(reason);
    setOpen(true);
  }

  return {
    open,
    problem,
    /** The trips that this page has created and that the service has not confirmed yet. */
    drafts: send.drafts,
    initial: form,
    start: () => {
      setForm(EMPTY);
      setProblem(null);
      setOpen(true);
    },
    setOpen,
    submit: (sent: TripForm) => {
      setOpen(false);
      void submit(sent);
    },
  };
}

/**
 * Returns a function that sends the form of a new trip, and the trips that the list shows until the service confirms
 * them.
 */
function useSend(me: Me) {
  const t = useTranslations("trips");
  const tUi = useTranslations("ui");
  const router = useRouter();
  const create = useCreateTrip();
  const [attempts] = useState(() => new IdempotentCreates());
  const [drafts, setDrafts] = useState<readonly TripSummary[]>([]);

  /** Sends the form. Resolves with the problem, or null. Opens the trip when its creator still waits for it. */
  async function submit(form: TripForm, isWaiting: () => boolean): Promise<string | null> {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const asked = { ...form, zone };
    const attempt = attempts.of(asked);
    const { input, draft } = draftTrip(form, attempt.id, me, zone, new Date());
    setDrafts((list) => [draft, ...list.filter(({ id }) => id !== draft.id)]);
    try {
      await create(input, attempt);
      attempts.settle(asked);
      const show = () => router.push(`/trips/${draft.id}`);
      if (isWaiting()) show();
      else toast(t("created", { title: draft.title }), { action: { label: t("open"), run: show } });
      return null;
    } catch (error) {
      attempts.settle(asked, error);
      return t(creationProblemKey(error));
    } finally {
      setDrafts((list) => list.filter(({ id }) => id !== draft.id));
    }
  }
  return { drafts, submit, retryLabel: tUi("retry") };
}

/**
 * Returns a function that starts watching. Its result says whether the user still sees the same page as at the press of
 * the button, and has opened no dialog since.
 */
function useWatch(open: boolean): () => () => boolean {
  const seen = useRef({ mounted: false, isOpen: false, opened: 0 });
  useEffect(() => {
    const { current } = seen;
    current.mounted = true;
    return () => {
      current.mounted = false;
    };
  }, []);
  useEffect(() => {
    seen.current.isOpen = open;
    if (open) seen.current.opened += 1;
  }, [open]);
  return () => {
    const { href } = window.location;
    const { opened } = seen.current;
    return () => {
      const { current } = seen;
      return current.mounted && !current.isOpen && current.opened === opened && window.location.href === href;
    };
  };
}
