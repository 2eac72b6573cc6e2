import { useEffect, useState } from "preact/hooks";
import type { Check } from "../../api/types.ts";
import { ButtonLink } from "../../component/button.tsx";
import { CancelButton, Dialog } from "../../component/dialog.tsx";
import { SelectField, TextField } from "../../component/field.tsx";
import { bind, FormDialog, useSubmission } from "../../component/form.tsx";
import { ErrorNotice, Skeleton } from "../../component/state.tsx";
import { useOpenAfter } from "../../state/work.ts";
import { t } from "../../text/text.ts";
import { planDestination, planRedirects, readUncovered, type Uncovered } from "./cover-check.ts";

interface Props {
  check: Check;
  onClose: () => void;
}

/** Plans what repairs the URLs of a check that lead nowhere, and opens the plan, where the user applies it. */
export function CoverDialog({ check, onClose }: Props) {
  const [found, setFound] = useState<Uncovered | null>(null);
  const { failure, submit } = useSubmission();
  useEffect(() => void submit(async () => setFound(await readUncovered(check))), [check.id]);
  if (found !== null && found.redirects.size + found.records.length > 0)
    return <Choice check={check} found={found} onClose={onClose} />;
  return (
    <Dialog title={t("check.coverNone")} onClose={onClose}>
      {found === null && failure === null && <Skeleton lines={3} height="2.5rem" />}
      {found !== null && <Foreign count={found.foreign} />}
      <ErrorNotice failure={failure} />
      <div class="line">
        {found !== null && <ButtonLink kind="main" href="/hosts/new" label={t("check.connect")} />}
        <CancelButton onClick={onClose} />
      </div>
    </Dialog>
  );
}

function Foreign({ count }: { count: number }) {
  return count === 0 ? null : <p>{t("check.coverForeign", { count })}</p>;
}

type Repair = "redirects" | "records";

function Choice({ check, found, onClose }: Props & { found: Uncovered }) {
  const openAfter = useOpenAfter();
  const counts = { redirects: found.redirects.size, records: found.records.length };
  const repairs = (["redirects", "records"] as const).filter((repair) => counts[repair] > 0);
  const [only = "redirects"] = repairs;
  return (
    <FormDialog<{ destination: string; repair: Repair }>
      title={repairs.length > 1 ? t("check.coverNone") : t("check.coverTitle", { count: counts[only] })}
      first={{ destination: "", repair: only }}
      sendLabel={t("check.coverPlan")}
      busyLabel={t("check.coverBusy")}
      isReady={({ destination }) => destination.trim() !== ""}
      send={async ({ destination, repair }) => {
        const to = destination.trim();
        const plan =
          repair === "redirects"
            ? planRedirects(check, found.redirects, to)
            : planDestination(check, found.records, to);
        openAfter(await plan, t("check.coverPlanned"));
        onClose();
      }}
      onClose={onClose}
    >
      {(part) => (
        <>
          <Foreign count={found.foreign} />
          {repairs.length > 1 && (
            <SelectField
              label={t("check.coverWhich")}
              options={repairs.map((value) => ({
                value,
                label: t(`check.cover.${value}`, { count: counts[value] }),
              }))}
              {...bind(part, "repair")}
            />
          )}
          <p>{t(`check.coverText.${part.form.repair}`)}</p>
          <TextField
            label={t("check.coverTo")}
            hint={t("check.coverToHint")}
            inputMode="url"
            placeholder="https://www.example.com/"
            spellcheck={false}
            autofocus
            {...bind(part, "destination")}
          />
          {part.form.repair === "redirects" && (
            <a class="small" href="/misses" target="_blank" rel="noreferrer">
              {t("check.coverMisses")}
            </a>
          )}
        </>
      )}
    </FormDialog>
  );
}
