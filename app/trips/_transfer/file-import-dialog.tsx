"use client";

import type { ReactNode } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { FileDrop } from "./file-drop.tsx";
import { UploadProgress } from "./sending-line.tsx";
import { type ImportSteps, useFileImport } from "./use-file-import.ts";
import { useImportProblem } from "./use-import-problem.ts";

type FileImportDialogProps<Options, Preview, Result> = {
  of: "trip" | "expenses";
  title: string;
  text: string;
  /** The accepted types, in the form for a file input. */
  accept: string;
  options: Options;
  steps: ImportSteps<Options, Preview, Result>;
  /** Returns the label of the button that imports the file; null when nothing would be imported. */
  action: (preview: Preview) => string | null;
  onClose: () => void;
  children: (preview: Preview, lookAgain: (options: Options) => void) => ReactNode;
};

/** The dialog for importing a file in three steps: choosing it, viewing its content, importing it. */
export function FileImportDialog<Options, Preview, Result>(
  props: FileImportDialogProps<Options, Preview, Result>,
) {
  const { title, text, accept, options, steps, action, onClose, children } = props;
  const t = useTranslations("trip-files");
  const say = useImportProblem(props.of);
  const { state, look, take, reset, refuse } = useFileImport(steps);
  const found = state.kind === "looking" ? state : null;
  const label = found && action(found.preview);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={found ? undefined : text}
      closeLabel={t("close")}
      footer={
        found ? (
          <>
            <Button tone="plain" className="mr-auto -ml-3" onClick={reset}>
              {t("other")}
            </Button>
            {label ? (
              <Button tone="primary" onClick={() => void take(found.file, found.preview, options)}>
                {label}
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      {state.kind === "choosing" ? (
        <FileDrop
          label={t("choose")}
          hint={
            <>
              <span className="touch:hidden">{t("drop")}</span>
              {t("atMost")}
            </>
          }
          accept={accept}
          onFiles={([file, ...others]) => {
            if (others.length > 0) refuse("several");
            else if (file) void look(file, options);
          }}
        />
      ) : null}
      {state.kind === "sending" ? (
        <UploadProgress
          label={t(state.what === "preview" ? "reading" : "importing", { name: state.file.name })}
          share={state.share}
          onCancel={reset}
        />
      ) : null}
      {found ? children(found.preview, (other) => void look(found.file, other)) : null}
      {state.kind !== "sending" && state.problem ? (
        <InlineAlert tone="danger" live className="mt-4">
          {say(state.problem)}
        </InlineAlert>
      ) : null}
    </Dialog>
  );
}
