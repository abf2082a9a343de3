"use client";

import { createContext, type ReactNode, type RefObject, useContext, useRef } from "react";
import { AuthError } from "#lib/client/account/auth-request.ts";

export interface CaptchaConfig {
  siteKey: string;
  scriptUrl: string;
}

/** What a rendered widget offers its form. */
export interface TokenSource {
  take: () => Promise<string>;
  /** Makes another token, because the present one was sent. */
  renew: () => void;
}

export interface Captcha {
  /** The settings of the captcha; null: the captcha is off. */
  config: CaptchaConfig | null;
  source: RefObject<TokenSource | null>;
  /** Sends a protected request with a token; without one when the captcha is off. */
  guard: <T>(send: (token: string | null) => Promise<T>) => Promise<T>;
}

const Settings = createContext<CaptchaConfig | null>(null);

/** Provides the captcha that the server requires to the forms of a page. */
export function CaptchaSettings({ value, children }: { value: CaptchaConfig | null; children: ReactNode }) {
  return <Settings value={value}>{children}</Settings>;
}

/** Returns the captcha of one form, which shows `<CaptchaField>` above its button. */
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
