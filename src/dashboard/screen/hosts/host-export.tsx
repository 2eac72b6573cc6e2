import { useState } from "preact/hooks";
import { Button } from "../../component/button.tsx";
import { describeError } from "../../component/state.tsx";
import { IncompleteError, keepHost, saveExport } from "../../state/read-export.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";

/** Saves what the export of the workspace has of one hostname, for its owner. */
export function HostExport({ name }: { name: string }) {
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState("");
  const save = async () => {
    setReading(true);
    setProblem("");
    try {
      await saveExport(name, "history", () => {}, keepHost(name));
      showToast(t("hosts.exported"));
    } catch (error) {
      setProblem(error instanceof IncompleteError ? t("hosts.exportBroke") : describeError(error));
    }
    setReading(false);
  };
  return (
    <section class="stack-small">
      <h3>{t("hosts.export")}</h3>
      <p class="muted">{t("hosts.exportText")}</p>
      {problem !== "" && (
        <div class="notice notice-bad" role="alert">
          {problem}
        </div>
      )}
      <div>
        <Button disabled={isReading} onClick={() => void save()} label={t("hosts.exportOpen")} />
      </div>
    </section>
  );
}
