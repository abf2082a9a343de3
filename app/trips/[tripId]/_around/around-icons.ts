import {
  Banknote,
  Camera,
  Coffee,
  Landmark,
  type LucideIcon,
  Pill,
  ShoppingBag,
  ShoppingBasket,
  Toilet,
  ToyBrick,
  TrainFront,
  Utensils,
} from "lucide-react";
import type { AroundCategory } from "#lib/shared/around-categories.ts";

export const AROUND_ICONS: Readonly<Record<AroundCategory, LucideIcon>> = {
  eat: Utensils,
  coffee: Coffee,
  sights: Camera,
  museums: Landmark,
  shops: ShoppingBag,
  groceries: ShoppingBasket,
  pharmacies: Pill,
  cash: Banknote,
  stations: TrainFront,
  toilets: Toilet,
  playgrounds: ToyBrick,
};
