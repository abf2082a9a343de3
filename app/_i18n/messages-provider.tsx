"use client";

import { NextIntlClientProvider, useLocale, useMessages, useTimeZone } from "next-intl";
import { type ReactNode, useMemo } from "react";
import type { Messages } from "#app/_i18n/namespaces.ts";

type MessagesProviderProps = {
  messages: Partial<Messages>;
  /** When the server rendered this part of the page, which may be later than the rest of it. */
  now: Date;
  children: ReactNode;
};

/** Adds namespaces to those an outer provider has; next-intl alone would replace them. */
export function MessagesProvider({ messages, now, children }: MessagesProviderProps) {
  const outer = useMessages();
  const merged = useMemo(() => ({ ...outer, ...messages }), [outer, messages]);
  return (
    <NextIntlClientProvider locale={useLocale()} timeZone={useTimeZone()} messages={merged} now={now}>
      {children}
    </NextIntlClientProvider>
  );
}
