import { useState } from "preact/hooks";
import type { Check } from "../../api/types.ts";
import { useHosts } from "../../api/shared-reads.ts";
import { Button, Icon } from "../../component/button.tsx";
import { Moment } from "../../component/moment.tsx";
import { useMay } from "../../state/session.ts";
import { useStore } from "../../state/store.ts";
import { showToast } from "../../state/toast.ts";
import { useOpenAfter, useWork } from "../../state/work.ts";
import { currentLanguage, t } from "../../text/text.ts";
import { planPermanent } from "./cover-check.ts";
import { CoverDialog } from "./cover-dialog.tsx";
import { flattened, FlattenDialog } from "./flatten-dialog.tsx";
import { judge } from "./verdict.ts";

/** What a check found, in words, and what repairs it: the same on each tab of its results. */
export function CheckSummary({ check }: { check: Check }) {
  const { state, done, total, targets } = check;
  return (
    <section class="card stack-small" aria-label={t("check.summary")}>
      {done > 0 && <SaidVerdict check={check} />}
      {state === "running" && (
        <>
          <progress class="progress" value={done} max={Math.max(1, total)} aria-label={t("check.progress")} />
          <span class="small muted">{t("check.running", { done, total })}</span>
        </>
      )}
      {state === "asking" && targets !== null && (
        <progress
          class="progress"
          value={targets.total - targets.open}
          max={Math.max(1, targets.total)}
          aria-label={t("check.askingProgress")}
        />
      )}
      {state === "failed" && <p class="notice notice-bad">{t("check.failed")}</p>}
      {state === "done" && <Repairs check={check} />}
      {state === "done" && targets === null && <p class="small muted">{t("check.notAsked")}</p>}
      {state === "done" && <AwayHosts />}
      <span class="small muted">
        {targets !== null && (
          <>{t("check.targets", { done: targets.total - targets.open, total: targets.total })} </>
        )}
        {check.status !== null && <>{t("check.expects", { status: String(check.status) })} · </>}
        {t("check.keptUntil")} <Moment at={check.expires_at} />
      </span>
    </section>
  );
}

const MAX_NAMED = 3;

/** Names hostnames whose visitors may get something else than a check finds. */
function AwayHosts() {
  const away = (useHosts().data?.data ?? []).filter(({ correct }) => !correct).map(({ host }) => host);
  if (away.length === 0) return null;
  const named = [...away.slice(0, MAX_NAMED), ...(away.length > MAX_NAMED ? ["…"] : [])];
  return <p class="small muted">{t("check.away", { hosts: named.join(", ") })}</p>;
}

function SaidVerdict({ check: { counts, done } }: { check: Check }) {
  const { kind, parts } = judge(counts);
  const words = parts.map(({ name, count }) => t(`check.arrive.${name}`, { count, total: done }));
  const list = new Intl.ListFormat(currentLanguage(), { type: "unit", style: "long" });
  return (
    <p class={`verdict notice notice-${kind}`}>
      <Icon name={kind === "good" ? "done" : "misses"} />
      <strong>{list.format(words)}</strong>
    </p>
  );
}

function Repairs({ check }: { check: Check }) {
  const [open, setOpen] = useState<"flatten" | "cover" | null>(null);
  const mayWrite = useMay("editor");
  const isFlattened = useStore(flattened).has(check.id);
  const { uncovered, temporary } = check.counts;
  const chain = isFlattened ? 0 : check.counts.chain;
  const close = () => setOpen(null);
  if (!mayWrite || check.counts.chain + uncovered + temporary === 0) return null;
  return (
    <div class="line">
      {isFlattened && <span class="small">{t("check.isFlattened")}</span>}
      {uncovered > 0 && <Button kind="main" onClick={() => setOpen("cover")} label={t("check.coverAll")} />}
      {chain > 0 && (
        <Button
          kind={uncovered === 0 ? "main" : undefined}
          onClick={() => setOpen("flatten")}
          label={t("check.flatten", { count: chain })}
        />
      )}
      {temporary > 0 && <PermanentButton check={check} />}
      {open === "flatten" && <FlattenDialog check={check} onClose={close} />}
      {open === "cover" && <CoverDialog check={check} onClose={close} />}
    </div>
  );
}

/** Plans that the temporary redirects become permanent, and opens the plan. */
function PermanentButton({ check }: { check: Check }) {
  const openAfter = useOpenAfter();
  const [isBusy, run] = useWork();
  const plan = async () => {
    const href = await planPermanent(check);
    if (href === null) showToast(t("check.permanentNone"));
    else openAfter(href, t("check.coverPlanned"));
  };
  return (
    <Button
      disabled={isBusy}
      onClick={() => void run(plan)}
      label={t(isBusy ? "check.coverBusy" : "check.permanent", { count: check.counts.temporary })}
    />
  );
}
