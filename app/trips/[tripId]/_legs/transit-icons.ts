import {
  BusFront,
  CableCar,
  Footprints,
  type LucideIcon,
  Plane,
  Ship,
  TrainFront,
  TrainFrontTunnel,
  TramFront,
} from "lucide-react";
import type { TransitMode } from "#lib/shared/transit-modes.ts";

export const transitIcons = {
  walk: Footprints,
  bus: BusFront,
  coach: BusFront,
  tram: TramFront,
  subway: TrainFrontTunnel,
  train: TrainFront,
  ferry: Ship,
  cableway: CableCar,
  plane: Plane,
  other: TrainFront,
} satisfies Record<TransitMode, LucideIcon>;
