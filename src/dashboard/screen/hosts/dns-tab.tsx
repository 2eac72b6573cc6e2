import { call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import type { Host } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { Ago, Moment } from "../../component/moment.tsx";
import { Reasons } from "../../component/state.tsx";
import { useSearch } from "../../state/page.tsx";
import { useMay } from "../../state/session.ts";
import { announce, showToast } from "../../state/toast.ts";
import { useWork } from "../../state/work.ts";
import { sayReason } from "../../text/reason.ts";
import { t, type TextKey } from "../../text/text.ts";
import { findNeeded, isProofRecord } from "./dns-record.ts";
import { CopyMessage, RecordTable } from "./record-table.tsx";
import {
  CertificateChip,
  certificateOf,
  describeCode,
  type HostState,
  isUnanswered,
  StateChip,
  stateOf,
} from "./host-state.tsx";

export function DnsTab({ host }: { host: Host }) {
  const state = stateOf(host);
  // The text of the state says already that DNS gave no answer.
  const problems = host.errors.filter((error) => state !== "unanswered" || !isUnanswered(error));
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
      {problems.length > 0 && (
        <div class={`notice ${state === "right" || state === "unanswered" ? "notice-warn" : "notice-bad"}`}>
          <ul class="stack-small">
            {problems.map((problem) => (
              <ProblemItem key={`${problem.scope} ${problem.code}`} problem={problem} />
            ))}
          </ul>
        </div>
      )}
      <section class="stack-small">
        <h3>{t("hosts.needed")}</h3>
        <p class="small muted">{t("hosts.neededText")}</p>
        <RecordTable
          title={t("hosts.needed")}
          records={host.require}
          stateOf={(record) => findNeeded(record, host)}
        />
        <CopyMessage needed={host.require} />
        <ProofText host={host} />
      </section>
      <section class="stack-small">
        <h3>{t("hosts.found")}</h3>
        {host.current.length === 0 ? (
          <p class="muted">{t(FOUND_NONE[state] ?? "hosts.foundNone")}</p>
        ) : (
          <RecordTable title={t("hosts.found")} records={host.current} />
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

function ProblemItem({ problem }: { problem: Host["errors"][number] }) {
  const { code, message, message_code, updated_at } = problem;
  const head = isUnanswered(problem) ? "" : describeCode(code, "");
  return (
    <li>
      {head !== "" && <strong>{head} </strong>}
      <span class="break">
        <Reasons of={[withoutHead(sayReason(message_code, message), head)]} />
      </span>{" "}
      <span class="small">
        <Moment at={updated_at} />
      </span>
    </li>
  );
}

const FOUND_NONE: Partial<Record<HostState, TextKey>> = {
  unchecked: "hosts.notChecked",
  unanswered: "hosts.foundUnknown",
};

/** Says how the owner of a hostname is proved, where that may matter. */
function ProofText({ host }: { host: Host }) {
  const search = useSearch();
  if (host.require.some(isProofRecord)) return <p class="small muted">{t("hosts.provedBy")}</p>;
  if (host.proof !== null || !host.held || host.host.endsWith(".localhost")) return null;
  return (
    <p class="small muted">
      {t("hosts.unproved")}{" "}
      <a href={search.at(`/hosts/${host.host}`, { tab: "owner" })}>{t("hosts.unprovedHow")}</a>
    </p>
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
  const [isBusy, run] = useWork();
  const mayCheck = useMay("editor");
  if (!mayCheck) return null;
  const check = async () => {
    const now = await call<Host>("POST", `/host/${encodeURIComponent(host.host)}/refresh`);
    await refresh("host", "hosts");
    const isNew = now.checked_at !== host.checked_at;
    if (isNew) announce(t(`hosts.state.${stateOf(now)}`));
    const answer = now.errors.some(isUnanswered) ? "hosts.checkedUnanswered" : "hosts.checkedNow";
    showToast(t(isNew ? answer : "hosts.checkedLately"));
  };
  return (
    <Button
      disabled={isBusy}
      onClick={() => void run(check)}
      label={isBusy ? t("hosts.checking") : t("hosts.checkNow")}
    />
  );
}
