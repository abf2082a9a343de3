"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usersApi } from "#lib/shared/api/users.ts";
import type { PreferencesDto, PreferencesPatch } from "#lib/shared/preferences.ts";
import { call } from "./api.ts";

const KEY = ["preferences"] as const;

export function usePreferences(options: { enabled?: boolean; initialData?: PreferencesDto } = {}) {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(usersApi.getPreferences, {}, { signal })).data,
    ...options,
  });
}

/** Shown at once, put back when refused; the answer is the row as written. */
export function useUpdatePreferences() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (patch: PreferencesPatch) =>
      (await call(usersApi.updatePreferences, { body: patch })).data,
    onMutate: async (patch) => {
      await cache.cancelQueries({ queryKey: KEY });
      const before = cache.getQueryData<PreferencesDto>(KEY);
      cache.setQueryData<PreferencesDto>(KEY, (known) => known && { ...known, ...patch });
      return { before };
    },
    onError: (_error, _patch, context) => cache.setQueryData(KEY, context?.before),
    onSuccess: (row) => cache.setQueryData(KEY, row),
  });
}
