import { useState } from "preact/hooks";
import { Button } from "../../component/button.tsx";
import { CheckField } from "../../component/field.tsx";
import { withProof } from "../../state/proof.tsx";
import { useSession } from "../../state/session.ts";
import { saveExport } from "../../state/read-export.ts";
import { useExport } from "../../state/use-export.ts";
import { t } from "../../text/text.ts";

const INCLUDES = ["clicks", "history", "secrets"] as const;

export default function ExportTab() {
  const [included, setIncluded] = useState<readonly string[]>(["history"]);
  const { bytes, problem, run } = useExport();
  const { workspace } = useSession();
  const exportAll = () => {
    const include = INCLUDES.filter((name) => included.includes(name)).join(",") || undefined;
    return run((onBytes) => withProof(() => saveExport(workspace.name, include, onBytes)));
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
