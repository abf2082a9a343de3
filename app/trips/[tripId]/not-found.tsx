import NothingHere from "#app/not-found.tsx";
import { ForgetTrip } from "./_frame/forget-trip.tsx";

/** The trip does not exist or the user is no member, so its offline copy is deleted, too. */
export default function NotFound() {
  return (
    <>
      <ForgetTrip />
      <NothingHere />
    </>
  );
}
