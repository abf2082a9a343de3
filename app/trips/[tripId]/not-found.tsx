import NothingHere from "#app/not-found.tsx";
import { ForgetTrip } from "./_frame/forget-trip.tsx";

/**
 * The page for a trip that does not exist, or of which the user is no member. It also deletes the trip's offline copy.
 */
export default function NotFound() {
  return (
    <>
      <ForgetTrip />
      <NothingHere />
    </>
  );
}
