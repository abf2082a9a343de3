"use client";

import { MapPin } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type FormEvent, useRef, useState } from "react";
import { CurrencyField } from "#app/_shell/currency-field.tsx";
import { checkTripForm, type TripForm } from "#app/trips/_list/new-trip.ts";
import { Button } from "#app/_ui/button.tsx";
import { DateRange } from "#app/_ui/date-field.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextField } from "#app/_ui/text-field.tsx";

type CreateDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What it begins with: empty, or what could not be saved. */
  initial: TripForm;
  /** Why the last try failed. */
  problem: string | null;
  onCreate: (form: TripForm) => void;
};

const FORM_ID = "new-trip";

/** One question, where to; dates and currency can stay as they are. */
export default function CreateDialog(props: CreateDialogProps) {
  const { open, initial, problem, onCreate } = props;
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
      <CreateForm initial={initial} problem={problem} onBegun={setBegun} onCreate={onCreate} />
    </Dialog>
  );
}

type CreateFormProps = Pick<CreateDialogProps, "initial" | "problem" | "onCreate"> & {
  onBegun: (isBegun: boolean) => void;
};

function CreateForm({ initial, problem, onBegun, onCreate }: CreateFormProps) {
  const t = useTranslations("trips");
  const tUi = useTranslations("ui");
  const [form, setForm] = useState(initial);
  const [checked, setChecked] = useState(false);
  const where = useRef<HTMLInputElement>(null);
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
      <TextField
        ref={where}
        label={t("where")}
        icon={MapPin}
        placeholder={t("wherePlaceholder")}
        autoComplete="off"
        enterKeyHint="done"
        value={form.where}
        onChange={({ target }) => {
          setForm({ ...form, where: target.value });
          onBegun(target.value !== "");
        }}
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
          value={form.currency}
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
