import type { Metadata } from "next";
import { ClientMessages } from "#app/_i18n/client-messages.tsx";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { PlaceSourceProvider } from "#app/_places/place-source.tsx";
import { tripNamespaces } from "#app/trips/[tripId]/trip-namespaces.ts";
import { env } from "#lib/server/env/env.ts";
import { mapSources } from "#lib/server/open-services/map-sources.ts";
import { offeredServices } from "#lib/server/open-services/offered-services.ts";
import { OfflineScreen } from "./_screen/offline-screen.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("offline");
  return { title: t("title"), robots: { index: false } };
}

/**
 * Replaces every page that can't be loaded without a connection, under the URL of that page. It is the same for all
 * users: the service worker stores it, and the trips are from the device's database.
 */
export default function OfflinePage() {
  return (
    <ClientMessages of={["offline", ...tripNamespaces, "trip-agent"]}>
      <PlaceSourceProvider isEmbedded={env().PLACE_SEARCH_PROVIDER === "embedded"}>
        <OfflineScreen mapSources={mapSources(env())} offered={offeredServices(env())} />
      </PlaceSourceProvider>
    </ClientMessages>
  );
}
