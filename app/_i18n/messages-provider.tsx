"use client";

import { NextIntlClientProvider, useLocale, useMessages, useTimeZone } from "next-intl";
import { type ReactNode, useMemo } from "react";
import type { Messages } from "#app/_i18n/namespaces.ts";

type MessagesProviderProps = {
  messages: Partial<Messages>;
  /** The time at which the server rendered this part of the page; it may be later than the rest. */
  now: Date;
  children: ReactNode;
};

/** Adds namespaces to those of an outer provider; next-intl's own provider would replace them. */
export function MessagesProvider({ messages, now, children }: MessagesProviderProps) {
  const outer = useMessages();
  const merged = useMemo(() => ({ ...outer, ...messages }), [outer, messages]);
  return (
    <NextIntlClientProvider locale={useLocale()} timeZone={useTimeZone()} messages={merged} now={now}>
      {children}
    </NextIntlClientProvider>
  );
}
