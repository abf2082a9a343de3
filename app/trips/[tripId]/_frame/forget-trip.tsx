"use client";

import { useParams } from "next/navigation";
import { useEffect } from "react";
import { deleteTripFromDevice } from "#lib/client/offline/device.ts";

/** Deletes what this device has stored of the trip in the address. */
export function ForgetTrip() {
  const { tripId } = useParams<{ tripId?: string }>();
  useEffect(() => {
    if (tripId) void deleteTripFromDevice(tripId);
  }, [tripId]);
  return null;
}
