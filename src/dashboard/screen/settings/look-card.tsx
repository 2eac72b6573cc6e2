import { call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import { useWorkspace } from "../../api/shared-reads.ts";
import type { Workspace } from "../../api/types.ts";
import { EditForm, nest } from "../../component/edit-form.tsx";
import { Loading, RoleNotice } from "../../component/state.tsx";
import { useMay } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { LookFields } from "../look/look-fields.tsx";
import { type LookForm, lookLabel, toLookFields, toLookForm } from "../look/look-form.ts";
import { LookPage } from "../look/look-page.tsx";

/** The look of the pages that visitors see on all hostnames of the workspace. */
export function LookCard() {
  const read = useWorkspace();
  const mayWrite = useMay("manager");
  const workspace = read.data;
  if (workspace === undefined) return <Loading read={read} lines={6} height="3.25rem" />;
  const saved = toLookForm(workspace);
  return (
    <section class="card stack">
      <h2>{t("settings.look")}</h2>
      <p class="muted">{t("settings.lookText")}</p>
      {!mayWrite && <RoleNotice role="manager" />}
      <EditForm<LookForm>
        first={{ form: saved, version: null }}
        toFields={toLookFields}
        labelOf={(field) => t(lookLabel(field))}
        disabled={!mayWrite}
        save={async (change) => {
          const written = await call<Workspace>("PUT", "/workspace", { body: nest(change) });
          showToast(t("look.saved"));
          void refresh("workspace");
          return { form: toLookForm(written), version: null };
        }}
      >
        {(part) => (
          <div class="look">
            <div class="stack">
              <LookFields {...part} workspace={null} />
            </div>
            <LookPage look={part.form} saved={saved} />
          </div>
        )}
      </EditForm>
    </section>
  );
}
