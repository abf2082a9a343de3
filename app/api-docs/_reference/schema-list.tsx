import { getTranslations } from "#app/_i18n/get-translations.ts";
import * as z from "zod";
import { CommentDto } from "#lib/shared/comments.ts";
import { DatesPreview, DayDto } from "#lib/shared/days.ts";
import { TripEvent } from "#lib/shared/events.ts";
import { CreatedInvite, InviteDto, InvitePreview } from "#lib/shared/invites.ts";
import { MemberDto } from "#lib/shared/members.ts";
import { PreferencesDto } from "#lib/shared/preferences.ts";
import { TicketDto } from "#lib/shared/protocol.ts";
import { StopDto, StopFields, VoteDto } from "#lib/shared/stops.ts";
import { TripDto, TripFields, TripSummary } from "#lib/shared/trips.ts";
import { SchemaText } from "./schema-text.tsx";

const SCHEMAS: z.ZodType[] = [
  TripDto,
  TripSummary,
  TripFields,
  DayDto,
  StopDto,
  StopFields,
  VoteDto,
  CommentDto,
  MemberDto,
  InviteDto,
  CreatedInvite,
  InvitePreview,
  DatesPreview,
  TripEvent,
  TicketDto,
  PreferencesDto,
];

/** The named schemas to which the operations refer. */
export async function SchemaList() {
  const t = await getTranslations("apiDocs");
  const named = SCHEMAS.map((schema) => ({ name: z.globalRegistry.get(schema)?.id ?? "", schema }));
  return (
    <section aria-labelledby="schemas" className="mt-10">
      <h2 id="schemas" className="text-lg font-semibold">
        {t("schemas")}
      </h2>
      {named.map(({ name, schema }) => (
        <details key={name} className="-mx-3 rounded-md open:bg-surface">
          <summary className="flex cursor-pointer items-center rounded-md px-3 py-2 text-sm font-medium hover:bg-hover max-md:min-h-11">
            {name}
          </summary>
          <div className="px-3 pb-4">
            <SchemaText schema={schema} io="output" />
          </div>
        </details>
      ))}
    </section>
  );
}
