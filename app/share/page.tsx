import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ClientMessages } from "#app/_i18n/client-messages.tsx";
import { getFormats } from "#app/_i18n/get-formats.ts";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { AccountMenu } from "#app/_shell/account-menu.tsx";
import { CenteredPage } from "#app/_shell/centered-page.tsx";
import { withNext } from "#app/_shell/next-path.ts";
import { PageUser } from "#app/_shell/page-user.tsx";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { SharePanel } from "#app/share/_panel/share-panel.tsx";
import { sharedText, sharePath } from "#app/share/_panel/shared-text.ts";
import { tripsToAddTo } from "#app/share/_panel/trips-to-add-to.ts";
import { listTrips } from "#lib/server/trips/read-trip.ts";
import { findViewer, readContext } from "#lib/server/access/viewer.ts";
import type { TripSummary } from "#lib/shared/trips.ts";

const MOST_TRIPS = 100;

type SharePageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("paste");
  // The URL contains what the user has shared, so it must not reach search engines or other sites.
  return { title: t("share.title"), robots: { index: false }, referrer: "no-referrer" };
}

/**
 * The page to which the share sheet of a phone leads (`share_target` of the manifest). A sign-in leads back to this
 * page with everything that was shared.
 */
export default async function SharePage({ searchParams }: SharePageProps) {
  const search = await searchParams;
  const viewer = await findViewer();
  if (!viewer) redirect(withNext("/sign-in", sharePath(search)));
  const t = await getTranslations("paste");
  const text = sharedText(search);
  return (
    <CenteredPage
      title={t("share.title")}
      menu={viewer.user.isAnonymous ? undefined : <AccountMenu user={viewer.user} />}
      actions={text === "" ? <ButtonLink href="/trips">{t("share.open")}</ButtonLink> : undefined}
    >
      <PageUser userId={viewer.userId} />
      {text === "" ? (
        t("share.empty")
      ) : (
        <ClientMessages of={["paste"]}>
          <SharePanel text={text} userId={viewer.userId} trips={await readTrips()} />
        </ClientMessages>
      )}
    </CenteredPage>
  );
}

async function readTrips(): Promise<Array<{ id: string; label: string }>> {
  const [formats, { text }] = await Promise.all([
    getFormats(),
    listTrips(await readContext(), { limit: MOST_TRIPS }),
  ]);
  // The cast is safe because PostgreSQL builds this text in the form of the endpoint's answer.
  const trips = JSON.parse(text) as TripSummary[];
  return tripsToAddTo(trips, formats.today()).map(({ id, title, startDate, endDate }) => ({
    id,
    label: startDate && endDate ? `${title} · ${formats.range(startDate, endDate)}` : title,
  }));
}
