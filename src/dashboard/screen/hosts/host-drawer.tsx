import { useState } from "preact/hooks";
import { call, callVersioned, type Versioned } from "../../api/client.ts";
import { queries, refresh, useRead } from "../../api/query.ts";
import type { Host } from "../../api/types.ts";
import { CopyButton } from "../../component/copy-button.tsx";
import { Drawer } from "../../component/dialog.tsx";
import { LeaveDialog } from "../../component/leave-dialog.tsx";
import { ErrorState, Skeleton } from "../../component/state.tsx";
import { useSearch } from "../../state/search.ts";
import { t } from "../../text/text.ts";
import { DnsTab } from "./dns-tab.tsx";
import { LookTab } from "./look-tab.tsx";
import { OwnerTab } from "./owner-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";

const TABS = ["dns", "settings", "look", "owner"] as const;

export type LoadedHost = Versioned<Host>;

export function readHost(name: string, signal?: AbortSignal): Promise<LoadedHost> {
  return callVersioned("GET", `/host/${encodeURIComponent(name)}`, signal === undefined ? {} : { signal });
}

/** Writes settings of a hostname, and shows what stands then everywhere. @throws ApiError 412 for another version */
export async function writeHost(name: string, body: object, etag: string | null): Promise<void> {
  await call("PUT", `/host/${encodeURIComponent(name)}`, {
    body,
    headers: etag === null ? {} : { "If-Match": etag },
  });
  queries.setQueryData(["host", name], await readHost(name));
  void refresh("hosts");
}

/** A hostname beside the list: what DNS needs, its settings, how its pages look, and whose it is. */
export function HostDrawer({ name, onClose }: { name: string; onClose: () => void }) {
  const search = useSearch();
  const [isDirty, setDirty] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [edition, setEdition] = useState(0);
  const loaded = useRead<LoadedHost>({ key: ["host", name], read: (signal) => readHost(name, signal) });
  const tab = TABS.find((one) => one === search.values["tab"]) ?? "dns";
  const reload = () => {
    setDirty(false);
    void loaded.refetch().then(() => setEdition((count) => count + 1));
  };
  const form = loaded.data !== undefined && {
    key: `${edition} ${loaded.data.etag ?? ""}`,
    loaded: loaded.data,
    onDirty: setDirty,
    onReload: reload,
  };
  return (
    <Drawer
      title={name}
      onClose={() => (isDirty ? setLeaving(true) : onClose())}
      actions={<CopyButton text={name} />}
    >
      <div class="stack">
        <nav class="tabs" aria-label={t("hosts.tabs")}>
          {TABS.map((one) => (
            <a
              key={one}
              href={search.at(`/hosts/${name}`, { tab: one === "dns" ? undefined : one })}
              aria-current={one === tab ? "page" : undefined}
            >
              {t(`hosts.tab.${one}`)}
            </a>
          ))}
        </nav>
        {loaded.isError && loaded.data === undefined && (
          <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} />
        )}
        {loaded.data === undefined && !loaded.isError && <Skeleton lines={6} height="3.25rem" />}
        {loaded.data !== undefined && tab === "dns" && <DnsTab host={loaded.data.body} />}
        {form && tab === "settings" && <SettingsTab {...form} />}
        {form && tab === "look" && <LookTab {...form} />}
        {loaded.data !== undefined && tab === "owner" && (
          <OwnerTab host={loaded.data.body} onGone={onClose} />
        )}
      </div>
      {isLeaving && <LeaveDialog onLeave={onClose} onClose={() => setLeaving(false)} />}
    </Drawer>
  );
}

export interface HostFormProps {
  loaded: LoadedHost;
  onDirty: (isDirty: boolean) => void;
  onReload: () => void;
}
