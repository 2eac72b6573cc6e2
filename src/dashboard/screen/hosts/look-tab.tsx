import { call } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { Workspace } from "../../api/types.ts";
import { EditForm, nest } from "../../component/edit-form.tsx";
import { RoleNotice } from "../../component/role-notice.tsx";
import { ErrorState, Skeleton } from "../../component/state.tsx";
import { useMay, useSession } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { LookFields } from "../look/look-fields.tsx";
import { lookLabel, shownLook, toLookFields, toLookForm, type LookForm } from "../look/look-form.ts";
import { LookSketch } from "../look/look-sketch.tsx";
import { readHost, writeHost, type HostFormProps } from "./host-drawer.tsx";
import { missingPageOf } from "./missing-page.ts";

/** How the pages of a hostname look, over those of the workspace. */
export function LookTab({ loaded, onDirty, onReload }: HostFormProps) {
  const { body: host, etag } = loaded;
  const mayWrite = useMay("manager");
  const isWhole = useSession().hosts === null;
  const workspace = useRead<Workspace>({
    key: ["workspace"],
    read: (signal) => call("GET", "/workspace/current", { signal }),
  });
  if (workspace.data === undefined) {
    return workspace.isError ? (
      <ErrorState error={workspace.error} onRetry={() => void workspace.refetch()} />
    ) : (
      <Skeleton lines={4} height="3.25rem" />
    );
  }
  const general = toLookForm(workspace.data);
  return (
    <>
      {!mayWrite && <RoleNotice role="manager" />}
      <p class="muted">
        {t("hosts.lookText")} {isWhole && <a href="/settings">{t("hosts.lookWorkspace")}</a>}
      </p>
      <EditForm<LookForm>
        first={toLookForm(host)}
        toFields={toLookFields}
        labelOf={(field) => t(lookLabel(field))}
        version={etag}
        disabled={!mayWrite}
        onDirty={onDirty}
        onTakeTheirs={onReload}
        save={async (change, version) => {
          await writeHost(host.host, nest(change), version);
          onDirty(false);
          showToast(t("look.saved"));
        }}
        readNow={async () => {
          const now = await readHost(host.host);
          return { form: toLookForm(now.body), version: now.etag };
        }}
      >
        {(part) => (
          <>
            <LookFields {...part} workspace={general} />
            <LookSketch
              look={shownLook(part.form, general)}
              href={host.held ? missingPageOf(host, location) : ""}
            />
          </>
        )}
      </EditForm>
    </>
  );
}
