import { useState } from "preact/hooks";
import { Button } from "../../component/button.tsx";
import { CheckField } from "../../component/field.tsx";
import { describeError } from "../../component/state.tsx";
import { withProof } from "../../state/proof.tsx";
import { useSession } from "../../state/session.ts";
import { IncompleteError, saveExport } from "../../state/read-export.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";

const INCLUDES = ["clicks", "history", "secrets"] as const;

export function ExportTab() {
  const [included, setIncluded] = useState<readonly string[]>(["history"]);
  /** The number of bytes so far; null while nothing is read. */
  const [bytes, setBytes] = useState<number | null>(null);
  const [problem, setProblem] = useState("");
  const { workspace } = useSession();
  const exportAll = async () => {
    setBytes(0);
    setProblem("");
    const include = INCLUDES.filter((name) => included.includes(name)).join(",") || undefined;
    try {
      await withProof(() => saveExport(workspace.name, include, setBytes));
      showToast(t("settings.exported"));
    } catch (error) {
      setProblem(error instanceof IncompleteError ? t("settings.exportBroke") : describeError(error));
    }
    setBytes(null);
  };
  return (
    <section class="card stack">
      <p class="muted">{t("settings.exportText")}</p>
      {INCLUDES.map((name) => (
        <CheckField
          key={name}
          label={t(`settings.include.${name}`)}
          hint={t(`settings.includeHint.${name}`)}
          value={included.includes(name)}
          onValue={(isOn) =>
            setIncluded(isOn ? [...included, name] : included.filter((other) => other !== name))
          }
        />
      ))}
      {problem !== "" && (
        <div class="notice notice-bad" role="alert">
          {problem}
        </div>
      )}
      <div class="line">
        <Button
          kind="main"
          disabled={bytes !== null}
          onClick={() => void exportAll()}
          label={t("settings.download")}
        />
        <span role="status" class="small muted">
          {bytes !== null && t("settings.exportSoFar", { count: Math.ceil(bytes / 1000) })}
        </span>
      </div>
    </section>
  );
}
