"use client";

import { ExternalLink } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Menu, MenuLabel, MenuLink } from "#app/_ui/menu.tsx";
import type { Point } from "#lib/shared/legs.ts";
import { MAP_APPS, placeLink } from "#lib/shared/map-apps.ts";

type OpenPlaceInProps = { name: string; place: Point & { placeRef?: string | null | undefined } };

/** A menu that opens a place in a map app. */
export function OpenInMapAppMenu({ name, place }: OpenPlaceInProps) {
  const t = useTranslations("map");
  const label = t("openIn.place", { name });
  return (
    <Menu trigger={<IconButton label={label} icon={ExternalLink} size="sm" />}>
      <MenuLabel>{label}</MenuLabel>
      {MAP_APPS.map((app) => (
        <MenuLink key={app} href={placeLink(app, { ...place, name })}>
          {t(`openIn.${app}`)}
        </MenuLink>
      ))}
    </Menu>
  );
}
