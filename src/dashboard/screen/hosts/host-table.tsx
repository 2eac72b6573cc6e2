import type { Host } from "../../api/types.ts";
import { NARROW, useMedia } from "../../state/media.ts";
import { sayNumber, t } from "../../text/text.ts";
import { totalOf, CertificateChip, reasonOf, StateChip } from "./host-state.tsx";

interface TableProps {
  hosts: readonly Host[];
  openHost: string | undefined;
  hrefOf: (name: string) => string;
}

export function HostTable({ hosts, openHost, hrefOf }: TableProps) {
  const isNarrow = useMedia(NARROW);
  if (isNarrow) {
    return (
      <ul class="table-box">
        {hosts.map((host) => (
          <li key={host.host} class="host-card" data-current={host.host === openHost ? "" : undefined}>
            <div class="line-apart">
              <a class="break row-card-title" href={hrefOf(host.host)}>
                {host.host}
              </a>
              <span class="small muted">{t("list.records", { count: totalOf(host) })}</span>
            </div>
            <div class="line">
              <StateChip host={host} />
              <CertificateChip host={host} />
            </div>
            {reasonOf(host) !== "" && <div class="small muted break">{reasonOf(host)}</div>}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div class="table-box">
      <table class="table" aria-label={t("nav.hosts")}>
        <colgroup>
          {WIDTHS.map((inlineSize, index) => (
            <col key={index} style={{ inlineSize }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t("filter.host")}</th>
            <th scope="col">{t("hosts.column.state")}</th>
            <th scope="col">{t("hosts.column.certificate")}</th>
            <th scope="col" class="number">
              {t("hosts.column.records")}
            </th>
            <th scope="col">{t("hosts.column.https")}</th>
            <th scope="col">{t("hosts.column.fallback")}</th>
          </tr>
        </thead>
        <tbody>
          {hosts.map((host) => (
            <tr key={host.host} data-row="" data-current={host.host === openHost ? "" : undefined}>
              <th scope="row">
                <a class="cut" href={hrefOf(host.host)} title={host.host}>
                  {host.host}
                </a>
              </th>
              <td>
                <div class="one-line">
                  <StateChip host={host} />
                  <span class="cut small muted" title={reasonOf(host)}>
                    {reasonOf(host)}
                  </span>
                </div>
              </td>
              <td>
                <CertificateChip host={host} isShort />
              </td>
              <td class="number">{sayNumber(totalOf(host))}</td>
              <td class="small">{t(host.force_https ? "word.yes" : "word.no")}</td>
              <td>
                <Fallbacks host={host} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const WIDTHS = ["24%", "auto", "8.5rem", "5.5rem", "6rem", "20%"];

function Fallbacks({ host: { not_found_url, expired_url } }: { host: Host }) {
  if (not_found_url === null && expired_url === null) return <span class="muted">–</span>;
  const short = (url: string) => url.replace(/^https?:\/\//, "");
  return (
    <div class="small">
      {not_found_url !== null && (
        <div class="cut" title={not_found_url}>
          {t("hosts.notFoundTo", { url: short(not_found_url) })}
        </div>
      )}
      {expired_url !== null && (
        <div class="cut" title={expired_url}>
          {t("hosts.expiredTo", { url: short(expired_url) })}
        </div>
      )}
    </div>
  );
}
