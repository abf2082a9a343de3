"use client";

import { useQuery } from "@tanstack/react-query";
import { SHIPPED_PATHS, type ShippedPackage } from "#lib/shared/shipped-packages.ts";

/** The packages in the code of this page's build; null while the list is loading. */
export function useShippedPackages() {
  const { data, isError } = useQuery({
    queryKey: ["shipped-packages"],
    queryFn: async ({ signal }) => {
      const response = await fetch(SHIPPED_PATHS.list, { signal });
      if (!response.ok) throw new Error(`The list of packages: ${response.status}`);
      // The cast is safe because the build that made this code has also written the list.
      return (await response.json()) as ShippedPackage[];
    },
    staleTime: Infinity,
    retry: 1,
  });
  return { packages: data ?? null, isFailed: isError };
}
