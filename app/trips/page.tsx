import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { ClientMessages } from "#app/_i18n/client-messages.tsx";
import { withNext } from "#app/_shell/next-path.ts";
import { readFirstPage } from "#app/trips/_list/read-first-page.ts";
import { readShelf, shelfPath } from "#app/trips/_list/shelf.ts";
import { TripsScreen } from "#app/trips/_list/trips-screen.tsx";
import { findViewer } from "#lib/server/viewer.ts";

type TripsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata({ searchParams }: TripsPageProps): Promise<Metadata> {
  const t = await getTranslations("trips");
  const shelf = readShelf((await searchParams)["filter"]);
  return { title: t(shelf === "current" ? "title" : shelf) };
}

export default async function TripsPage({ searchParams }: TripsPageProps) {
  const shelf = readShelf((await searchParams)["filter"]);
  const viewer = await findViewer();
  if (!viewer) redirect(withNext("/sign-in", shelfPath(shelf)));
  const { id, name, email, image, defaultCurrency } = viewer.user;
  return (
    <HydrationBoundary state={await readFirstPage(viewer, shelf)}>
      <ClientMessages of={["trips"]}>
        <TripsScreen key={shelf} shelf={shelf} me={{ id, name, email, image, defaultCurrency }} />
      </ClientMessages>
    </HydrationBoundary>
  );
}
