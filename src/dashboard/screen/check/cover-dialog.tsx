import type { Check } from "../../api/types.ts";
import { TextField } from "../../component/field.tsx";
import { bind, FormDialog } from "../../component/form.tsx";
import { useOpenAfter } from "../../state/work.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { coverCheck } from "./cover-check.ts";

/** Plans redirects for all URLs that no record answers, and opens the plan, where the user applies it. */
export function CoverDialog({ check, onClose }: { check: Check; onClose: () => void }) {
  const openAfter = useOpenAfter();
  return (
    <FormDialog
      title={t("check.coverTitle", { count: check.counts.uncovered })}
      first={{ destination: "" }}
      sendLabel={t("check.coverPlan")}
      busyLabel={t("check.coverBusy")}
      isReady={({ destination }) => destination.trim() !== ""}
      send={async ({ destination }) => {
        const id = await coverCheck(check, destination.trim());
        if (id === null) showToast(t("check.coverNone"));
        else openAfter(`/changes/${id}`, t("check.coverPlanned"));
        onClose();
      }}
      onClose={onClose}
    >
      {(part) => (
        <>
          <p>{t("check.coverText")}</p>
          <TextField
            label={t("check.coverTo")}
            hint={t("check.coverToHint")}
            inputMode="url"
            placeholder="https://www.example.com/"
            spellcheck={false}
            autofocus
            {...bind(part, "destination")}
          />
        </>
      )}
    </FormDialog>
  );
}
