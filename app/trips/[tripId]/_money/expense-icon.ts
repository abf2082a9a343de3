import {
  BedDouble,
  Bike,
  Globe,
  Landmark,
  type LucideIcon,
  Plane,
  ReceiptText,
  ShoppingBag,
  ShoppingCart,
  Stamp,
  TrainFront,
  Utensils,
} from "lucide-react";
import type { ExpenseCategory } from "#lib/shared/expense-categories.ts";

export const expenseIcons: Record<ExpenseCategory, LucideIcon> = {
  food: Utensils,
  groceries: ShoppingCart,
  lodging: BedDouble,
  flights: Plane,
  transport: TrainFront,
  sights: Landmark,
  activities: Bike,
  shopping: ShoppingBag,
  communication: Globe,
  fees: Stamp,
  other: ReceiptText,
};
