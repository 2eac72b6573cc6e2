import { useState } from "preact/hooks";
import { callRaw } from "../../api/client.ts";
import { Button } from "../../component/button.tsx";
import { CheckField } from "../../component/field.tsx";
import { describeError } from "../../component/state.tsx";
import { download } from "../../state/download.ts";
import { withProof } from "../../state/proof.tsx";
import { useSession } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { IncompleteError, readExport } from "./read-export.ts";

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
    const read = async (cursor: string | undefined) => {
      const response = await callRaw("GET", "/export", { query: { include, cursor } });
      return await response.blob().catch(() => new Blob());
    };
    try {
      const file = await withProof(() => readExport(read, setBytes));
      download(`${workspace.name}-${new Date().toISOString().slice(0, 10)}.ndjson`, file);
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
