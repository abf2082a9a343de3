"use client";

import { Link } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { LinkDto } from "#lib/shared/resources/link.ts";
import { LinkRow } from "./link-row.tsx";
import { QuickAddLink } from "./quick-add-link.tsx";
import { useListRights } from "./use-list-rights.ts";

const LinkDialog = lazyComponent(() => import("./link-dialog.tsx"));

/** The web addresses that the members collect, in their order. */
export function LinksList() {
  const t = useTranslations("trip-lists");
  const { edit } = useListRights();
  const links = useTrip((trip) => trip.links);
  // The edited link is a state of the list and not of its row, because the row moves or disappears when others change
  // the link.
  const [edited, setEdited] = useState<LinkDto | null>(null);
  return (
    <>
      {links.length === 0 ? (
        <EmptyState icon={Link} title={t("emptyLinks")} level={3} className="pt-8 pb-6">
          {edit ? t("emptyLinksHint") : null}
        </EmptyState>
      ) : null}
      <ul>
        {links.map((link, index) => (
          <LinkRow key={link.id} link={link} index={index} links={links} onEdit={setEdited} />
        ))}
      </ul>
      {edit ? <QuickAddLink /> : null}
      {edited ? (
        <LinkDialog
          link={links.find(({ id }) => id === edited.id) ?? edited}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </>
  );
}
