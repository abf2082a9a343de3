"use client";

import { createContext, use } from "react";

/** Whether the service asks anybody for the weather. */
export const WeatherOffered = createContext(false);

export function useIsWeatherOffered(): boolean {
  return use(WeatherOffered);
}
