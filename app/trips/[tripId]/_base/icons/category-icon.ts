import {
  BedDouble,
  Bike,
  Coffee,
  Landmark,
  type LucideIcon,
  MapPin,
  Palette,
  ShoppingBag,
  TrainFront,
  Trees,
  Utensils,
  Wine,
} from "lucide-react";
import type { StopCategory } from "#lib/shared/stops.ts";

export const categoryIcons: Record<StopCategory, LucideIcon> = {
  sight: Landmark,
  food: Utensils,
  cafe: Coffee,
  bar: Wine,
  shopping: ShoppingBag,
  nature: Trees,
  museum: Palette,
  activity: Bike,
  lodging: BedDouble,
  transport: TrainFront,
  other: MapPin,
};
