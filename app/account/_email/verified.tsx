import { Check } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";

/** The mark of a verified address; every signed-in user has verified theirs. */
export function VerifiedMark() {
  const t = useTranslations("account");
  return (
    <span className="inline-flex items-center gap-1.5 text-success">
      <Icon of={Check} size={14} />
      {t("verified")}
    </span>
  );
}
