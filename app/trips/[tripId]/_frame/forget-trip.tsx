"use client";

import { useParams } from "next/navigation";
import { useEffect } from "react";
import { forget } from "#lib/client/offline/device.ts";

/** Deletes what this device has stored of the trip in the address. */
export function ForgetTrip() {
  const { tripId } = useParams<{ tripId?: string }>();
  useEffect(() => {
    if (tripId) void forget(tripId);
  }, [tripId]);
  return null;
}
