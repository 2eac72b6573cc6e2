import { Button } from "../../component/button.tsx";
import { saveExport } from "../../state/read-export.ts";
import { useExport } from "../../state/use-export.ts";
import { t } from "../../text/text.ts";
import { keepHost } from "./keep-host.ts";

/** Saves what the export of the workspace has of one hostname, for its owner. */
export function HostExport({ name }: { name: string }) {
  const { bytes, problem, run } = useExport();
  const save = () => run((onBytes) => saveExport(name, "history", onBytes, keepHost(name)));
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
        <Button disabled={bytes !== null} onClick={() => void save()} label={t("hosts.exportOpen")} />
      </div>
    </section>
  );
}
