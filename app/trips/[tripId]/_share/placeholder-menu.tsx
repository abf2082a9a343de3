"use client";

import { Link2, MoreHorizontal, Pencil, UserMinus, Users } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#app/_ui/menu.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useMemberActions } from "#lib/client/open-trip/members.ts";
import type { TripPerson } from "../_base/people.tsx";

type PlaceholderMenuProps = {
  person: TripPerson;
  onRename: () => void;
  onInvite: () => void;
  onMerge: () => void;
};

/** The menu for a placeholder, which editors have. */
export function PlaceholderMenu({ person, onRename, onInvite, onMerge }: PlaceholderMenuProps) {
  const t = useTranslations("trip-share.placeholders");
  const members = useMemberActions();

  function remove() {
    members.removePlaceholder(person.id).then(
      () =>
        toast(t("removed", { name: person.name }), {
          action: {
            label: t("restore"),
            run: () => void members.restorePlaceholder(person.id).catch(() => {}),
          },
        }),
      () => {},
    );
  }

  return (
    <Menu trigger={<IconButton label={t("menu", { name: person.name })} icon={MoreHorizontal} />}>
      <MenuItem icon={Link2} onSelect={onInvite}>
        {t("invite")}
      </MenuItem>
      <MenuItem icon={Pencil} onSelect={onRename}>
        {t("rename")}
      </MenuItem>
      <MenuItem icon={Users} onSelect={onMerge}>
        {t("merge")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={UserMinus} danger onSelect={remove}>
        {t("remove")}
      </MenuItem>
    </Menu>
  );
}
