import { Tabs } from "../../component/tabs.tsx";
import { useState } from "preact/hooks";
import { useRead } from "../../api/query.ts";
import { CopyButton } from "../../component/button.tsx";
import { Drawer } from "../../component/dialog.tsx";
import { FormTab, useLeaveGuard } from "../../component/leave-guard.tsx";
import { Loading } from "../../component/state.tsx";
import { useSearch } from "../../state/page.tsx";
import { t } from "../../text/text.ts";
import { DnsTab } from "./dns-tab.tsx";
import { FilesTab } from "./files-tab.tsx";
import { hostRead, type LoadedHost } from "./host-form.ts";
import { stateOf } from "./host-state.tsx";
import { LookTab, SettingsTab } from "./settings-tab.tsx";
import { OwnerTab } from "./owner-tab.tsx";

const AGAIN_MS = 30_000;
const TABS = ["dns", "settings", "look", "files", "owner"] as const;

export function HostDrawer({ name, onClose }: { name: string; onClose: () => void }) {
  const search = useSearch();
  const [dirty, setDirty] = useState({ settings: false, look: false });
  const guard = useLeaveGuard(dirty.settings || dirty.look);
  const loaded = useRead<LoadedHost>({
    ...hostRead(name),
    // Checks again soon, because the user may have just created a DNS record.
    againMs: (data) => (data !== undefined && stateOf(data.body) !== "right" ? AGAIN_MS : false),
  });
  const tab = TABS.find((one) => one === search.values["tab"]) ?? "dns";
  const onDirty = (form: keyof typeof dirty) => (isDirty: boolean) =>
    setDirty((old) => ({ ...old, [form]: isDirty }));
  return (
    <Drawer title={name} onClose={() => guard.leave(onClose)} actions={<CopyButton text={name} />}>
      <div class="stack">
        <Tabs
          label={t("hosts.tabs")}
          names={TABS}
          current={tab}
          hrefOf={(one) => search.at(`/hosts/${name}`, { tab: one === "dns" ? undefined : one })}
          textOf={(one) => t(`hosts.tab.${one}`)}
        />
        {loaded.data === undefined ? (
          <Loading read={loaded} lines={6} height="3.25rem" />
        ) : (
          <>
            {tab === "dns" && <DnsTab host={loaded.data.body} />}
            <FormTab isOpen={tab === "settings"} isDirty={dirty.settings}>
              <SettingsTab loaded={loaded.data} onDirty={onDirty("settings")} />
            </FormTab>
            <FormTab isOpen={tab === "look"} isDirty={dirty.look}>
              <LookTab loaded={loaded.data} onDirty={onDirty("look")} />
            </FormTab>
            {tab === "files" && <FilesTab host={loaded.data.body} />}
            {tab === "owner" && <OwnerTab host={loaded.data.body} onGone={onClose} />}
          </>
        )}
      </div>
      {guard.question}
    </Drawer>
  );
}
