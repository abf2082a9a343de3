"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { usePlanMember } from "../plan-data.tsx";
import { announce } from "../announcer.tsx";
import { usePeople } from "../people.tsx";
import { useView } from "../view.tsx";

/** Returns functions that restrict the page to the plan of one member, and announce it. */
export function useMemberPlan() {
  const t = useTranslations("trip");
  const view = useView();
  const { present, me } = usePeople();
  const member = usePlanMember();

  function show(memberId: string | null) {
    view.showOnly(memberId);
    const name = present.find(({ id }) => id === memberId)?.name;
    announce(name === undefined ? t("lane.saidAll") : t("lane.said", { name }));
  }

  /**
   * Shows only the user's own plan, or the whole plan again if it is restricted to a member. Does nothing in a trip with
   * one member, whose plan is the whole plan.
   */
  function toggle() {
    if (member) show(null);
    else if (me && present.length > 1) show(me.id);
  }

  return { show, toggle };
}
