"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type FormEvent, useRef, useState } from "react";
import { PlaceField } from "#app/_places/place-field.tsx";
import { usePlaceWords } from "#app/_places/use-place-words.ts";
import { CurrencyField } from "#app/_shell/currency-field.tsx";
import { checkTripForm, currencyOf, type TripForm, withDestinationText } from "#app/trips/_list/new-trip.ts";
import { Button } from "#app/_ui/button.tsx";
import { DateRange } from "#app/_ui/date-field.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";

type CreateDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The initial form: empty, or the one that could not be saved. */
  initial: TripForm;
  /** The currency when neither the user nor the place determines another. */
  defaultCurrency: string;
  /** Why the last attempt failed. */
  problem: string | null;
  onCreate: (form: TripForm) => void;
};

const FORM_ID = "new-trip";

/** The dialog for a new trip. Only the destination is required; dates and currency have defaults. */
export default function CreateDialog(props: CreateDialogProps) {
  const { open, initial, defaultCurrency, problem, onCreate } = props;
  const t = useTranslations("trips");
  const tUi = useTranslations("ui");
  const [isBegun, setBegun] = useState(initial.where !== "");
  function onOpenChange(isOpen: boolean): void {
    setBegun(false);
    props.onOpenChange(isOpen);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("new")}
      closeLabel={tUi("close")}
      stays={isBegun}
      footer={
        <>
          <p className="mr-auto text-xs text-text-3">{t("inviteNext")}</p>
          <Button tone="plain" onClick={() => onOpenChange(false)}>
            {tUi("cancel")}
          </Button>
          <Button type="submit" form={FORM_ID} tone="primary">
            {t("create")}
          </Button>
        </>
      }
    >
      <CreateForm
        initial={initial}
        defaultCurrency={defaultCurrency}
        problem={problem}
        onBegun={setBegun}
        onCreate={onCreate}
      />
    </Dialog>
  );
}

type CreateFormProps = Pick<CreateDialogProps, "initial" | "defaultCurrency" | "problem" | "onCreate"> & {
  onBegun: (isBegun: boolean) => void;
};

function CreateForm({ initial, defaultCurrency, problem, onBegun, onCreate }: CreateFormProps) {
  const t = useTranslations("trips");
  const tUi = useTranslations("ui");
  const [form, setForm] = useState(initial);
  const [checked, setChecked] = useState(false);
  const where = useRef<HTMLInputElement>(null);
  const words = usePlaceWords();
  const errors = checked ? checkTripForm(form) : {};

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    const found = checkTripForm(form);
    if (found.where) where.current?.focus();
    if (!found.where && !found.dates) onCreate(form);
  }

  return (
    <form id={FORM_ID} noValidate onSubmit={submit}>
      <PlaceField
        ref={where}
        label={t("where")}
        placeholder={t("wherePlaceholder")}
        tripId={null}
        offersName
        value={form.where}
        isPicked={form.place !== null}
        onChange={(text) => {
          setForm(withDestinationText(form, text));
          onBegun(text !== "");
        }}
        onPick={(place) => setForm({ ...form, where: place.name, place })}
        hint={form.place ? words.about(form.place) : undefined}
        error={errors.where && t(`error.${errors.where}`)}
      />
      <div className="mt-4 grid gap-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <DateRange
          id={`${FORM_ID}-dates`}
          legend={
            <>
              {t("when")} <span className="font-normal text-text-3">{tUi("optional")}</span>
            </>
          }
          labels={{ start: tUi("startDate"), end: tUi("endDate") }}
          value={{ start: form.start, end: form.end }}
          onChange={({ start, end }) => setForm({ ...form, start, end })}
          error={errors.dates && t(`error.${errors.dates}`)}
        />
        <CurrencyField
          label={t("currency")}
          listLabel={t("currencies")}
          noneLabel={t("currencyNone")}
          value={currencyOf(form, defaultCurrency)}
          onChange={(currency) => setForm({ ...form, currency })}
        />
      </div>
      {problem ? (
        <InlineAlert tone="danger" live className="mt-4">
          {problem}
        </InlineAlert>
      ) : null}
    </form>
  );
}
