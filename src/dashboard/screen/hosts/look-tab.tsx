import { useWorkspace } from "../../api/shared-reads.ts";
import { EditForm, nest } from "../../component/edit-form.tsx";
import { Loading, RoleNotice } from "../../component/state.tsx";
import { useLimit, useMay } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { LookFields } from "../look/look-fields.tsx";
import { type LookForm, lookLabel, shownLook, toLookFields, toLookForm } from "../look/look-form.ts";
import { LookSketch } from "../look/look-sketch.tsx";
import { type HostFormProps, type LoadedHost, readHost, writeHost } from "./host-call.ts";
import { missingPageOf } from "./host-form.ts";

/** The appearance of the pages of a hostname, which overrides the appearance of the workspace. */
export function LookTab({ loaded, onDirty }: HostFormProps) {
  const { body: host } = loaded;
  const mayWrite = useMay("manager");
  // To a user with a limit the API does not tell the settings of the workspace.
  const isWhole = useLimit() === null;
  const workspace = useWorkspace(isWhole);
  if (isWhole && workspace.data === undefined) return <Loading read={workspace} lines={4} height="3.25rem" />;
  const general = isWhole && workspace.data !== undefined ? toLookForm(workspace.data) : "hidden";
  const toEdition = ({ body, etag }: LoadedHost) => ({ form: toLookForm(body), version: etag });
  return (
    <>
      {!mayWrite && <RoleNotice role="manager" />}
      <p class="muted">
        {t("hosts.lookText")} {isWhole && <a href="/settings">{t("hosts.lookWorkspace")}</a>}
      </p>
      <EditForm<LookForm>
        first={toEdition(loaded)}
        toFields={toLookFields}
        labelOf={(field) => t(lookLabel(field))}
        disabled={!mayWrite}
        onDirty={onDirty}
        save={async (change, version) => {
          const written = await writeHost(host.host, nest(change), version);
          showToast(t("look.saved"));
          return toEdition(written);
        }}
        readNow={async () => toEdition(await readHost(host.host))}
      >
        {(part) => (
          <>
            <LookFields {...part} workspace={general} />
            <LookSketch
              look={shownLook(part.form, general === "hidden" ? null : general)}
              isPart={general === "hidden"}
              href={host.held ? missingPageOf(host, location) : ""}
            />
          </>
        )}
      </EditForm>
    </>
  );
}
