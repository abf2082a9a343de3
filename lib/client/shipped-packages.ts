"use client";

import { useQuery } from "@tanstack/react-query";
import { SHIPPED_PATHS, type ShippedPackage } from "#lib/shared/shipped-packages.ts";

/** The packages of the code that this page was built with; null while they are on their way. */
export function useShippedPackages() {
  const { data, isError } = useQuery({
    queryKey: ["shipped-packages"],
    queryFn: async ({ signal }) => {
      const response = await fetch(SHIPPED_PATHS.list, { signal });
      if (!response.ok) throw new Error(`The list of packages: ${response.status}`);
      // Written by the build that this code is of.
      return (await response.json()) as ShippedPackage[];
    },
    staleTime: Infinity,
    retry: 1,
  });
  return { packages: data ?? null, isFailed: isError };
}
