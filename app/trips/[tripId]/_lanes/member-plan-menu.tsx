"use client";

import { ChevronDown, UserRound } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Menu, MenuChoice } from "#app/_ui/menu.tsx";
import { usePlanMember } from "../_base/plan-data.tsx";
import { usePeople } from "../_base/people.tsx";
import { useMemberPlanTexts } from "../_base/lanes/use-member-plan-texts.ts";
import { useMemberPlan } from "../_base/lanes/use-member-plan.ts";

const EVERYONE = "";
/** Enlarges the area for touch beyond what is visible. */
const finger = "touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-1.5";

/** A button that restricts the page to what the user takes part in, and a menu for the plans of other members. */
export function MemberPlanMenu() {
  const t = useTranslations("trip");
  const words = useMemberPlanTexts();
  const { present, me } = usePeople();
  const member = usePlanMember();
  const { show, toggle } = useMemberPlan();
  const person = member ?? me;
  const on = member !== null;
  return (
    <div className={cx("flex h-7 items-center rounded-sm touch:h-8", on && "bg-accent-tint")}>
      {person ? (
        <button
          type="button"
          aria-pressed={on}
          onClick={toggle}
          className={cx(
            finger,
            "relative flex h-full min-w-0 items-center gap-1.5 rounded-sm pr-1 pl-1.5 text-sm font-medium whitespace-nowrap text-text-2 transition-colors hover:bg-hover aria-pressed:text-accent-text",
          )}
        >
          {on ? <Avatar person={person} size={20} alt="" /> : <Icon of={UserRound} />}
          <span className="truncate">{words.lane(person)}</span>
        </button>
      ) : null}
      <Menu
        align="start"
        trigger={
          <IconButton
            label={t("lane.choose")}
            icon={ChevronDown}
            size="sm"
            className={cx(finger, "relative h-full! w-6! touch:w-9!", on && "text-accent-text")}
          />
        }
      >
        <MenuChoice
          label={t("lane.choose")}
          value={member?.id ?? EVERYONE}
          onChange={(id) => show(id === EVERYONE ? null : id)}
          options={[
            { value: EVERYONE, label: t("everyone") },
            ...present.map(({ id, name }) => ({
              value: id,
              label: id === me?.id ? t("lane.me", { name }) : name,
            })),
          ]}
        />
      </Menu>
    </div>
  );
}
