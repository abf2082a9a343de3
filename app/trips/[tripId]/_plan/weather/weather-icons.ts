import {
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudLightning,
  CloudRain,
  CloudSnow,
  CloudSun,
  CloudSunRain,
  type LucideIcon,
  Sun,
} from "lucide-react";
import type { Sky } from "#lib/shared/weather.ts";

export const skyIcons: Readonly<Record<Sky, LucideIcon>> = {
  clear: Sun,
  "partly-cloudy": CloudSun,
  cloudy: Cloud,
  fog: CloudFog,
  drizzle: CloudDrizzle,
  rain: CloudRain,
  showers: CloudSunRain,
  snow: CloudSnow,
  thunderstorm: CloudLightning,
};
