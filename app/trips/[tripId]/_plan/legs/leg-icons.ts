import { Bike, CarFront, Footprints, type LucideIcon, MoveRight, TrainFront, TramFront } from "lucide-react";
import type { LegMode } from "#lib/shared/legs.ts";

export const legIcons = {
  walk: Footprints,
  cycle: Bike,
  drive: CarFront,
  transit: TrainFront,
  ride: TramFront,
  far: MoveRight,
} satisfies Record<LegMode, LucideIcon>;
