import { SelectField } from "../../component/field.tsx";
import { useMayConnect } from "../hosts/host-call.ts";
import { t } from "../../text/text.ts";
import type { FileSummary, ReadChoice } from "./reader/message.ts";

interface MapProps {
  summary: FileSummary;
  choice: ReadChoice;
  hosts: readonly string[];
  onChoice: (changed: Partial<ReadChoice>) => void;
}

const MAX_SHOWN = 20;

/** Assigns a connected hostname to each hostname of the file that is not connected. */
export function HostMap({ summary, choice, hosts, onChoice }: MapProps) {
  const mayConnect = useMayConnect();
  const chosen = new Map(choice.hostMap);
  const foreign = summary.hosts.filter(({ host }) => !hosts.includes(host) && !chosen.has(host));
  const shown = [...choice.hostMap.map(([host]) => ({ host, rows: 0 })), ...foreign].slice(0, MAX_SHOWN);
  if (shown.length === 0) return null;
  const choose = (from: string, to: string) => {
    if (to === "") chosen.delete(from);
    else chosen.set(from, to);
    onChoice({ hostMap: [...chosen] });
  };
  return (
    <fieldset class="section stack-small">
      <legend class="field-label">{t("import.foreignHosts")}</legend>
      <p class="small muted">
        {t("import.foreignHostsHint")} {mayConnect && <a href="/hosts">{t("import.connect")}</a>}
      </p>
      <div class="columns">
        {shown.map(({ host, rows }) => (
          <SelectField
            key={host}
            label={rows === 0 ? host : t("import.hostRows", { host, count: rows })}
            value={chosen.get(host) ?? ""}
            none={t("import.keepHost")}
            options={hosts}
            onValue={(to) => choose(host, to)}
          />
        ))}
      </div>
    </fieldset>
  );
}
