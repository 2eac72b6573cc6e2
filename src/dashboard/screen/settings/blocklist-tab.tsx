import { ApiError, call } from "../../api/client.ts";
import { refresh, useRead } from "../../api/query.ts";
import { EditForm } from "../../component/edit-form.tsx";
import { TextArea } from "../../component/field.tsx";
import { bind } from "../../component/form.tsx";
import { Loading, RoleNotice } from "../../component/state.tsx";
import { useMay } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";

interface Blocklist {
  hosts: string[];
}

const readList = (signal?: AbortSignal) => call<Blocklist>("GET", "/blocklist", { signal });

/** Hostnames that destinations of the workspace may not have. */
export default function BlocklistTab() {
  const mayWrite = useMay("manager");
  const list = useRead<Blocklist>({ key: ["blocklist"], read: readList });
  if (list.data === undefined) return <Loading read={list} height="14rem" />;
  return (
    <section class="card stack">
      <p class="muted">{t("settings.blocklistText")}</p>
      {!mayWrite && <RoleNotice role="manager" />}
      <EditForm<{ text: string }>
        first={toEdition(list.data)}
        toFields={({ text }) => ({ hosts: toHosts(text) })}
        labelOf={() => t("settings.blocked")}
        disabled={!mayWrite}
        readNow={async () => toEdition(await readList())}
        save={async ({ hosts }, version) => {
          // The whole list is written, which would remove hostnames that another user has added in between.
          if (toEdition(await readList()).version !== version) throw new ApiError(412, { message: "" });
          const written = await call<Blocklist>("PUT", "/blocklist", { body: { hosts } });
          showToast(t("settings.blocklistSaved"));
          void refresh("blocklist");
          return toEdition(written);
        }}
      >
        {(part) => (
          <TextArea
            label={t("settings.blocked")}
            hint={t("settings.blockedHint")}
            rows={10}
            {...bind(part, "text")}
            errors={Object.entries(part.errors).map(
              ([name, why]) =>
                `${toHosts(part.form.text)[Number(name.split(".")[1])] ?? ""} ${why.join("; ")}`,
            )}
          />
        )}
      </EditForm>
    </section>
  );
}

/** The text of the list serves as its version, because the API has no version for it. */
function toEdition({ hosts }: Blocklist) {
  const text = hosts.join("\n");
  return { form: { text }, version: text };
}

function toHosts(text: string): string[] {
  return text.split(/[\s,;]+/).filter((host) => host !== "");
}
