import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import type { Host } from "../../api/types.ts";
import { Ago, Moment } from "../../component/moment.tsx";
import { Reasons } from "../../component/reasons.tsx";
import { describeError } from "../../component/state.tsx";
import { useMay } from "../../state/session.ts";
import { announce, showToast } from "../../state/toast.ts";
import { sayReason } from "../../text/reason.ts";
import { t } from "../../text/text.ts";
import { findNeeded, parseDnsRecord } from "./dns-record.ts";
import { certificateOf, stateOf } from "./host-state.ts";
import { CertificateChip, describeCode, StateChip } from "./host-state-text.tsx";
import { RecordTable } from "./record-table.tsx";

/** The needed DNS records of a hostname, next to the records that the last check found. */
export function DnsTab({ host }: { host: Host }) {
  const state = stateOf(host);
  return (
    <div class="stack">
      <div class="line-apart">
        <div class="line">
          <StateChip host={host} />
          <CertificateChip host={host} />
          <span class="small muted">
            {host.checked_at === null ? (
              t("hosts.notChecked")
            ) : (
              <>
                {t("hosts.checked")} <Ago at={host.checked_at} />
              </>
            )}
          </span>
        </div>
        <CheckNow host={host} />
      </div>
      <p>{t(`hosts.stateText.${state}`, { host: host.host })}</p>
      {host.errors.length > 0 && (
        <div class={`notice ${state === "right" ? "notice-warn" : "notice-bad"}`}>
          <ul class="stack-small">
            {host.errors.map(({ scope, code, message, message_code, updated_at }) => (
              <li key={`${scope} ${code}`}>
                <strong>{describeCode(code, "")}</strong>{" "}
                <span class="break">
                  <Reasons of={[withoutHead(sayReason(message_code, message), describeCode(code, ""))]} />
                </span>{" "}
                <span class="small">
                  <Moment at={updated_at} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <section class="stack-small">
        <h3>{t("hosts.needed")}</h3>
        <p class="small muted">{t("hosts.neededText")}</p>
        <RecordTable
          title={t("hosts.needed")}
          rows={host.require.map((text) => ({
            ...parseDnsRecord(text),
            text,
            state: findNeeded(text, host),
          }))}
        />
      </section>
      <section class="stack-small">
        <h3>{t("hosts.found")}</h3>
        {host.current.length === 0 ? (
          <p class="muted">{t(host.checked_at === null ? "hosts.notChecked" : "hosts.foundNone")}</p>
        ) : (
          <RecordTable
            title={t("hosts.found")}
            rows={host.current.map((text) => ({ ...parseDnsRecord(text), text }))}
          />
        )}
      </section>
      <p class="small muted">
        {t(state === "right" ? "hosts.nextRight" : "hosts.nextWrong")}
        {certificateOf(host) === "issued" && host.ssl_renews_at !== null && (
          <>
            {" "}
            {t("hosts.renews")} <Moment at={host.ssl_renews_at} />.
          </>
        )}
      </p>
    </div>
  );
}

/** Returns a message without what already stands before it: `It leads elsewhere: remove …` becomes `Remove …`. */
function withoutHead(message: string, head: string): string {
  const words = head.replace(/\.$/, "");
  if (words === "" || !/^[.:]/.test(message.slice(words.length)) || !message.startsWith(words))
    return message;
  const rest = message.slice(words.length + 1).trim();
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Checks at once. The API checks at most every 30 seconds, and returns the last result in between. */
function CheckNow({ host }: { host: Host }) {
  const [isBusy, setBusy] = useState(false);
  const mayCheck = useMay("editor");
  if (!mayCheck) return null;
  const check = async () => {
    setBusy(true);
    try {
      const now = await call<Host>("POST", `/host/${encodeURIComponent(host.host)}/refresh`);
      await refresh("host", "hosts");
      const isNew = now.checked_at !== host.checked_at;
      if (isNew) announce(t(`hosts.state.${stateOf(now)}`));
      showToast(isNew ? t("hosts.checkedNow") : t("hosts.checkedLately"));
    } catch (error) {
      showToast(describeError(error));
    }
    setBusy(false);
  };
  return (
    <button type="button" class="button" disabled={isBusy} onClick={() => void check()}>
      {isBusy ? t("hosts.checking") : t("hosts.checkNow")}
    </button>
  );
}
