import type { LinkRecord } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { useSubmission } from "../../component/form.tsx";
import { applyChange } from "../../state/change-task.ts";
import { useHasFolders, useMay } from "../../state/session.ts";
import { useOpenAfter } from "../../state/work.ts";
import { t } from "../../text/text.ts";
import { planChange, PlanError } from "../records/plan-change.tsx";
import { showUrl } from "../records/show-url.ts";

/**
 * Ends a test of destinations: visitors go to one of them from now on. It is a change, which is shown afterwards and can
 * be undone (contract 32.46).
 */
export function KeepOne({ record }: { record: LinkRecord }) {
  const mayWrite = useMay("editor");
  const hasFolders = useHasFolders();
  const { failure, isBusy, submit } = useSubmission();
  const openAfter = useOpenAfter();
  if (!mayWrite || hasFolders || record.destinations.length < 2) return null;
  const keep = (url: string) =>
    void submit(async () => {
      const edit = {
        set: { destinations: [url], destination_routing: "primary", routing_ends: null },
        label: t("split.kept", { source: showUrl(record.url) }).slice(0, 200),
      };
      const address = await planChange({ ids: [record.id] }, edit);
      await applyChange(address);
      openAfter(address, t("split.keptSaid", { destination: showUrl(url) }));
    });
  return (
    <div class="stack-small">
      <h3>{t("split.keep")}</h3>
      <p class="small muted">{t("split.keepText")}</p>
      {failure !== null && <PlanError error={failure} />}
      <div class="line">
        {record.destinations.map((url) => (
          <Button key={url} disabled={isBusy} onClick={() => keep(url)} label={showUrl(url)} />
        ))}
      </div>
    </div>
  );
}
