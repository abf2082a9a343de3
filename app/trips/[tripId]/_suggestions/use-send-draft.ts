"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { toast } from "#app/_ui/toast.ts";
import { ApiError } from "#lib/client/base/api.ts";
import { useTripActions, useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import { announce } from "../_base/announcer.tsx";
import { createStore, useStore } from "../_base/store.ts";
import { MAX_CHANGES } from "../_base/suggestions/one-suggestion.ts";

// The state of sending, shared by the bar and the drawer, which show the same draft.
const sending = createStore<{ busy: boolean; problem: string | null }>({ busy: false, problem: null });

/** Returns functions that send or discard the draft, and report the result. */
export function useSendDraft() {
  const t = useTranslations("trip-suggestions");
  const tTrip = useTranslations("trip");
  const { store } = useTripSession();
  const actions = useTripActions();
  const busy = useStore(sending, (state) => state.busy);
  const problem = useStore(sending, (state) => state.problem);

  function reason(error: unknown): string {
    if (!(error instanceof ApiError)) return t("failed.other");
    switch (error.body.code) {
      case "LIMIT_REACHED":
        return t("failed.full");
      case "VALIDATION_FAILED":
        return t("failed.invalid");
      case "FORBIDDEN":
      case "ARCHIVED":
        return t("failed.barred");
      default:
        return t("failed.other");
    }
  }

  async function send() {
    const count = store.suggested.lines.length;
    if (count > MAX_CHANGES) return sending.set({ problem: t("failed.long", { max: MAX_CHANGES }) });
    sending.set({ busy: true, problem: null });
    try {
      await actions.sendDraft();
      announce(t("sent", { count }));
      toast(t("sent", { count }));
    } catch (error) {
      sending.set({ problem: reason(error) });
    } finally {
      sending.set({ busy: false });
    }
  }

  function discard() {
    sending.set({ problem: null });
    const bringBack = store.draft.discard();
    announce(t("discarded"));
    toast(t("discarded"), { action: { label: tTrip("undo"), run: bringBack } });
  }

  return { busy, problem, send: () => void send(), discard };
}
