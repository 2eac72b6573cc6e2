import { useState } from "preact/hooks";
import { UTM_MEMBERS, type UtmTemplate } from "../../../domain/client/words.ts";
import { useWorkspace } from "../../api/shared-reads.ts";
import { Button } from "../../component/button.tsx";
import { EmptyState, Loading } from "../../component/state.tsx";
import { useLimit, useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { readTemplates } from "../utm/templates.ts";
import { TemplateDialog } from "../utm/template-dialog.tsx";

/** The UTM templates of the workspace. */
export default function UtmTab() {
  const workspace = useWorkspace();
  const [edited, setEdited] = useState<Partial<UtmTemplate> | null>(null);
  const isWhole = useLimit() === null;
  const mayWrite = useMay("manager") && isWhole;
  if (workspace.data === undefined) return <Loading read={workspace} lines={3} height="3.25rem" />;
  const templates = readTemplates(workspace.data);
  const add = mayWrite && <Button kind="main" label={t("utm.new")} onClick={() => setEdited({})} />;
  return (
    <div class="stack">
      {templates.length === 0 ? (
        <EmptyState title={t("utm.none")} text={t("utm.noneText")}>
          {add}
        </EmptyState>
      ) : (
        <>
          <p class="muted">{t("utm.text")}</p>
          <ul class="table-box rows" aria-label={t("settings.tab.utm")}>
            {templates.map((template) => (
              <li key={template.name}>
                <span class="stack-small break">
                  <strong>{template.name}</strong>
                  <span class="small muted">{describe(template)}</span>
                </span>
                {mayWrite && (
                  <Button
                    aria-label={t("utm.edit", { name: template.name })}
                    onClick={() => setEdited(template)}
                    label={t("settings.editTagShort")}
                  />
                )}
              </li>
            ))}
          </ul>
          <div class="line">{add}</div>
        </>
      )}
      {edited !== null && (
        <TemplateDialog template={{ utm: {}, ...edited }} onClose={() => setEdited(null)} />
      )}
    </div>
  );
}

function describe({ utm, host, tag }: UtmTemplate): string {
  const values = UTM_MEMBERS.flatMap((member) => (utm[member] ? [`utm_${member}=${utm[member]}`] : []));
  return [values.join(" · "), host, tag].filter(Boolean).join(" — ");
}
