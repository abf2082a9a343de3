import {
  BedDouble,
  Bike,
  Bus,
  Car,
  type LucideIcon,
  Plane,
  Ship,
  Ticket,
  TrainFront,
  Utensils,
} from "lucide-react";
import type { ReservationKind } from "#lib/shared/reservations.ts";

export const bookingIcons: Record<ReservationKind, LucideIcon> = {
  flight: Plane,
  train: TrainFront,
  bus: Bus,
  ferry: Ship,
  car: Car,
  lodging: BedDouble,
  restaurant: Utensils,
  activity: Bike,
  other: Ticket,
};
