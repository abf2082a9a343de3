import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { ClientMessages } from "#app/_i18n/client-messages.tsx";
import { getFormats } from "#app/_i18n/get-formats.ts";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { withNext } from "#app/_shell/next-path.ts";
import { env } from "#lib/server/env/env.ts";
import { exportPlan } from "#lib/server/exports/export-plan.ts";
import { findViewer } from "#lib/server/access/viewer.ts";
import { findPageTrip } from "../find-page-trip.ts";
import { PaperBookings } from "./_paper/paper-bookings.tsx";
import { PaperDay } from "./_paper/paper-day.tsx";
import { PaperHead } from "./_paper/paper-head.tsx";
import { PaperMoney } from "./_paper/paper-money.tsx";
import { PaperStops } from "./_paper/paper-stops.tsx";
import { PrintBar } from "./_paper/print-bar.tsx";

type PageProps = { params: Promise<{ tripId: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const trip = await findPageTrip((await params).tripId);
  // Browsers name the PDF after the title of the page.
  return { title: { absolute: trip?.title ?? "Wayfare" }, robots: { index: false } };
}

/**
 * The printed plan: days, stops and reservations with what travellers need on the way. It is rendered on the server
 * and needs no script.
 */
export default async function PrintPage({ params }: PageProps) {
  const { tripId } = await params;
  const [viewer, trip, locale, formats, t] = await Promise.all([
    findViewer(),
    findPageTrip(tripId),
    getLocale(),
    getFormats(),
    getTranslations("trip-files"),
  ]);
  if (!viewer) redirect(withNext("/sign-in", `/trips/${tripId}/print`));
  // As with every export, only members with an account may print the trip.
  if (!trip || trip.role === "guest") notFound();
  const plan = exportPlan(trip, { locale, baseUrl: env().BASE_URL });
  return (
    <div className="min-h-dvh bg-paper print:min-h-0 print:bg-transparent">
      <ClientMessages of={["trip-files"]}>
        <PrintBar tripId={trip.id} />
      </ClientMessages>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto my-6 max-w-190 rounded-md bg-raised px-14 py-12 shadow-1 outline-none phone:my-0 phone:rounded-none phone:px-5 phone:py-6 print:m-0 print:max-w-none print:rounded-none print:bg-transparent print:p-0 print:shadow-none"
      >
        <PaperHead plan={plan} />
        {plan.days.map((day) => (
          <PaperDay key={day.day.id} plan={plan} day={day} />
        ))}
        {plan.ideas.length > 0 ? (
          <section className="pt-8">
            <h2 className="break-after-avoid border-b border-line-strong pb-1.5 text-lg font-semibold">
              {t("print.ideas")}
            </h2>
            <PaperStops plan={plan} stops={plan.ideas} />
          </section>
        ) : null}
        <PaperBookings plan={plan} />
        <PaperMoney plan={plan} userId={viewer.userId} />
        <p className="break-before-avoid pt-8 text-xs text-text-3">
          {t("print.footer", { date: formats.day(formats.today(), { year: true }) })}
        </p>
      </main>
    </div>
  );
}
