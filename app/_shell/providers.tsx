"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { OtherAccountHost } from "#app/_shell/other-account-host.tsx";
import { ReaderZone } from "#app/_shell/reader-zone.tsx";
import type { Units } from "#app/_shell/units.ts";
import { UnitsProvider } from "#app/_shell/units.tsx";
import { UnsavedHost } from "#app/_shell/unsaved-host.tsx";

function makeClient() {
  return new QueryClient({
    defaultOptions: {
      // Changes of a trip arrive through its socket; any other data may be half a minute old.
      queries: { staleTime: 30_000, retry: 2, refetchOnWindowFocus: true },
      // Without a connection, a change fails immediately with a message; one that waits unnoticed would look done.
      mutations: { retry: 0, networkMode: "always" },
    },
  });
}

/** The providers that client components of every page need. */
export function Providers({ units, children }: { units: Units; children: ReactNode }) {
  const [client] = useState(makeClient);
  return (
    <QueryClientProvider client={client}>
      <ReaderZone>
        <UnitsProvider chosen={units}>{children}</UnitsProvider>
      </ReaderZone>
      <UnsavedHost />
      <OtherAccountHost />
    </QueryClientProvider>
  );
}
