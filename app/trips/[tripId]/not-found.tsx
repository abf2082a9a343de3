import NothingHere from "#app/not-found.tsx";
import { ForgetTrip } from "./_shell/forget-trip.tsx";

/** The trip is gone or not this person's: nor shall it open without a network. */
export default function NotFound() {
  return (
    <>
      <ForgetTrip />
      <NothingHere />
    </>
  );
}
