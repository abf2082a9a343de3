"use client";

import { Mail, Phone } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import { TextProp } from "../_base/fields/text-prop.tsx";
import { contactLink } from "./contact-link.ts";
import { CopyButton } from "./copy-button.tsx";
import { useBookingField } from "./use-booking-field.ts";

type TextsProps = { booking: ReservationDto; readOnly: boolean };

/** The fields for confirmation number, provider and contact. */
export function BookingTexts({ booking, readOnly }: TextsProps) {
  const t = useTranslations("trip-bookings");
  const { id, confirmation, provider, contact } = booking;
  const [number, from, ask] = [
    useBookingField(id, "confirmation"),
    useBookingField(id, "provider"),
    useBookingField(id, "contact"),
  ];
  return (
    <>
      <TextProp
        of={id}
        label={t("field.confirmation")}
        value={confirmation ?? ""}
        placeholder={t("field.addConfirmation")}
        readOnly={readOnly}
        presence={number.presence}
        maxLength={100}
        onSave={(text, baseSeq) => {
          number.save({ confirmation: text || null }, baseSeq);
          return null;
        }}
        trailing={confirmation ? <CopyButton text={confirmation} className="-my-0.5" /> : null}
      />
      <TextProp
        of={id}
        label={t("field.provider")}
        value={provider ?? ""}
        placeholder={t("field.addProvider")}
        readOnly={readOnly}
        presence={from.presence}
        maxLength={120}
        onSave={(text, baseSeq) => {
          from.save({ provider: text || null }, baseSeq);
          return null;
        }}
      />
      <TextProp
        of={id}
        label={t("field.contact")}
        value={contact ?? ""}
        placeholder={t("field.addContact")}
        readOnly={readOnly}
        presence={ask.presence}
        maxLength={300}
        onSave={(text, baseSeq) => {
          ask.save({ contact: text || null }, baseSeq);
          return null;
        }}
        trailing={contact ? <Reach contact={contact} /> : null}
      />
    </>
  );
}

/** A button that calls or writes to the contact, if that is a telephone number or an e-mail address. */
function Reach({ contact }: { contact: string }) {
  const t = useTranslations("trip-bookings");
  const link = contactLink(contact);
  if (!link) return null;
  const label = t(`field.${link.kind}`, { contact });
  return (
    <a
      href={link.href}
      aria-label={label}
      title={label}
      className="-my-0.5 grid size-7 shrink-0 place-items-center rounded-xs text-text-3 hover:bg-press hover:text-text touch:size-11"
    >
      <Icon of={link.kind === "call" ? Phone : Mail} size={14} />
    </a>
  );
}
