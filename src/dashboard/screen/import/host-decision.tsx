import { useLayoutEffect, useRef } from "preact/hooks";
import { toSearch } from "../../api/client.ts";
import { SelectField } from "../../component/field.tsx";
import { readLocal } from "../../state/local-value.ts";
import { useSession } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { MAX_LINES } from "../hosts/connect-hosts.ts";
import { useMayConnect } from "../hosts/host-form.ts";
import { useLinkHosts } from "../record/use-link-hosts.ts";
import type { FileSummary, ReadChoice } from "./reader/message.ts";

type Foreign = FileSummary["hosts"];

interface DecisionProps {
  summary: FileSummary;
  choice: ReadChoice;
  hosts: readonly string[];
  onChoice: (changed: Partial<ReadChoice>) => void;
}

/** Returns the hostnames of rows that cannot be imported, because the workspace does not have these hostnames. */
export function foreignHosts(summary: FileSummary, hosts: readonly string[]): Foreign {
  return summary.hosts.filter(({ host }) => !hosts.includes(host));
}

export function countRows(hosts: Foreign): number {
  return hosts.reduce((sum, { rows }) => sum + rows, 0);
}

const MAX_SHOWN = 20;

/** Asks which hostname rows get that name none, or one that the workspace does not have. */
export function HostDecision({ summary, choice, hosts, onChoice }: DecisionProps) {
  const mayConnect = useMayConnect();
  const chosen = new Map(choice.hostMap);
  // Until the file is read again, it still names hostnames that just got another one.
  const foreign = foreignHosts(summary, hosts).filter(({ host }) => !chosen.has(host));
  const rowsOf = useRowCounts(foreign);
  const choose = (from: string, to: string) => {
    if (to === "") chosen.delete(from);
    else chosen.set(from, to);
    onChoice({ hostMap: [...chosen] });
  };
  const vendors = useVendorHosts(foreign, choose);
  const asked = [...choice.hostMap.map(([host]) => host), ...foreign.map(({ host }) => host)];
  const needsAnswer = foreign.length > 0 || summary.missing.host > 0;
  return (
    <section class="card stack" aria-label={t("import.hosts")}>
      <h2>
        {t("import.hosts")} {needsAnswer && <span class="chip chip-warn">{t("import.needsAnswer")}</span>}
      </h2>
      {foreign.length > 0 && (
        <p class="bad">
          {t("import.foreignHosts", { count: countRows(foreign) })}{" "}
          {mayConnect && <a href={toConnectHref(foreign)}>{t("import.connect")}</a>}
        </p>
      )}
      <div class="columns">
        {asked.slice(0, MAX_SHOWN).map((host) => (
          <SelectField
            key={host}
            label={t("import.hostRows", { host, count: rowsOf(host) })}
            hint={vendors.has(host) ? t("import.vendorHint", { host }) : undefined}
            value={chosen.get(host) ?? ""}
            none={vendors.has(host) ? undefined : t("import.leaveHost")}
            options={hosts.map((name) => ({ value: name, label: t("import.putOn", { host: name }) }))}
            onValue={(to) => choose(host, to)}
          />
        ))}
        <SelectField
          label={t("import.host")}
          hint={
            summary.missing.host > 0 ? (
              <span class="bad">{t("import.hostMissing", { count: summary.missing.host })}</span>
            ) : (
              t("import.hostHint")
            )
          }
          value={choice.host ?? ""}
          none={t("import.noHost")}
          options={hosts}
          onValue={(host) => onChoice({ host: host || null })}
        />
      </div>
    </section>
  );
}

/** Returns the address that connects hostnames, those of link services left out, and leads back here. */
function toConnectHref(foreign: Foreign): string {
  const names = foreign.filter(({ isVendor }) => !isVendor).map(({ host }) => host);
  return `/hosts/new${toSearch({ names: names.slice(0, MAX_LINES).join(","), for: "import" })}`;
}

/** Returns the number of rows of a hostname in the file, also after they got another one. */
function useRowCounts(foreign: Foreign): (host: string) => number {
  const counts = useRef(new Map<string, number>());
  for (const { host, rows } of foreign) counts.current.set(host, rows);
  return (host) => counts.current.get(host) ?? 0;
}

/**
 * Puts the rows of hostnames that only their service can have, such as bit.ly, on the hostname of the latest short link,
 * and returns the hostnames of these services.
 */
function useVendorHosts(foreign: Foreign, choose: (from: string, to: string) => void): ReadonlySet<string> {
  const vendors = useRef(new Set<string>());
  const { workspace } = useSession();
  const { known, usual } = useLinkHosts();
  const latest = readLocal<string>(`signpost.host.${workspace.id}`) ?? "";
  const to = known.includes(latest) ? latest : usual;
  const next = foreign.find(({ isVendor }) => isVendor)?.host;
  if (next !== undefined) vendors.current.add(next);
  useLayoutEffect(() => {
    if (next !== undefined && to !== undefined) choose(next, to);
  }, [next, to]);
  return vendors.current;
}
