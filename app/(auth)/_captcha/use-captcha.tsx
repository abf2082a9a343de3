"use client";

import { createContext, type ReactNode, type RefObject, useContext, useRef } from "react";
import { AuthError } from "#lib/client/auth-request.ts";

export interface CaptchaConfig {
  siteKey: string;
  scriptUrl: string;
}

/** What a widget that is there does for its form. */
export interface TokenSource {
  take: () => Promise<string>;
  /** The token was sent, so another one is made. */
  renew: () => void;
}

export interface Captcha {
  /** null where the captcha is off. */
  config: CaptchaConfig | null;
  source: RefObject<TokenSource | null>;
  /** Sends a guarded request with a token of its own; without one where the captcha is off. */
  guard: <T>(send: (token: string | null) => Promise<T>) => Promise<T>;
}

const Settings = createContext<CaptchaConfig | null>(null);

/** Tells the forms of a page of the captcha that its server demands. */
export function CaptchaSettings({ value, children }: { value: CaptchaConfig | null; children: ReactNode }) {
  return <Settings value={value}>{children}</Settings>;
}

/** For one form, which shows `<CaptchaField>` above its button. */
export function useCaptcha(): Captcha {
  const config = useContext(Settings);
  const source = useRef<TokenSource | null>(null);

  async function guard<T>(send: (token: string | null) => Promise<T>): Promise<T> {
    if (!config) return send(null);
    if (!source.current) throw new AuthError(400, "CAPTCHA_PENDING", "The captcha is not there yet.");
    const token = await source.current.take();
    try {
      return await send(token);
    } finally {
      source.current?.renew();
    }
  }

  return { config, source, guard };
}
