"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useMemo, useState } from "react";
import { linksIn, readPaste } from "#lib/client/places/pasted-text.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { cleanText } from "../_base/text/typed-text.ts";
import type { PastedText, PasteReading } from "#lib/shared/pasted-text.ts";

export interface PastedContent {
  text: string;
  /** The HTML of the pasted text. */
  html?: string;
}

/** Looks up the places of a pasted text; for a long text the rest is looked up on request. */
export function usePastedPlaces({ text, html = "" }: PastedContent) {
  const tripId = useTrip((trip) => trip.id);
  const locale = useLocale();
  const [asked, setAsked] = useState<PastedText>(() => ({ text: cleaned(text), links: linksIn(html) }));
  const query = useInfiniteQuery({
    queryKey: ["paste", tripId, locale, asked],
    queryFn: ({ pageParam, signal }) => readPaste(tripId, pageParam, signal),
    initialPageParam: asked,
    getNextPageParam: ({ rest }: PasteReading): PastedText | null => (rest === null ? null : { text: rest }),
    // No request is repeated automatically, because each one costs several searches.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: "always",
    retry: false,
  });
  const { data, error, isFetching } = query;
  const parts = useMemo(() => {
    const pages = data?.pages ?? [];
    const last = pages.at(-1);
    const isKnown = (page: PasteReading) => (part: PasteReading["parts"][number]) =>
      page === last || part.outcome !== "later";
    return pages.flatMap((page) => page.parts.filter(isKnown(page)));
  }, [data]);
  return {
    parts,
    error,
    isBusy: isFetching,
    text: asked.text,
    goOn: () => void query.fetchNextPage(),
    /** Looks up the places of the given text: the text as the user has changed it, or the unchanged text again. */
    again: (given: string) => {
      const next = cleaned(given);
      if (next !== asked.text) setAsked({ ...asked, text: next });
      else if (data) void query.fetchNextPage();
      else void query.refetch();
    },
  };
}

function cleaned(text: string): string {
  return cleanText(text, { oneLine: false });
}
