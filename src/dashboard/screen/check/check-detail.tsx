import { SaveCsv } from "../../component/save-csv.tsx";
import { Tabs } from "../../component/tabs.tsx";
import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { CHECK_RESULTS } from "../../../domain/client/words.ts";
import { call } from "../../api/client.ts";
import { refresh, useGet } from "../../api/query.ts";
import { namesOf, useHosts } from "../../api/shared-reads.ts";
import type { Check, CheckRow, Page } from "../../api/types.ts";
import { Button, ButtonLink } from "../../component/button.tsx";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { SelectField } from "../../component/field.tsx";
import { EmptyState, Loading } from "../../component/state.tsx";
import { formatMoment } from "../../component/moment.tsx";
import { useSearch, useTitle } from "../../state/page.tsx";
import { useMay, useSession } from "../../state/session.ts";
import { useShown } from "../../state/work.ts";
import { useStore } from "../../state/store.ts";
import { announce, showToast } from "../../state/toast.ts";
import { currentLanguage, sayNumber, t } from "../../text/text.ts";
import { isRunning, readResult } from "./check-parts.tsx";
import { CheckSummary } from "./check-summary.tsx";
import { CheckRows } from "./check-rows.tsx";
import { repeatCheck, upload, UploadNotice } from "./upload.tsx";

const AGAIN_MS = 1_500;

export function CheckDetail({ id }: { id: string }) {
  const read = useGet<Check>(["checks", id], `/checks/${id}`, {
    againMs: (data) => (data !== undefined && isRunning(data) ? AGAIN_MS : false),
  });
  const check = read.data;
  const made = check === undefined ? "…" : formatMoment(check.created_at);
  const heading = useTitle(read.isError ? t("nav.check") : t("check.title", { at: made }));
  useDoneAnnouncement(check);
  return (
    <div class="stack">
      <div class="line-apart">
        <div class="stack-small">
          <a class="small" href="/check">
            {t("check.all")}
          </a>
          {heading}
        </div>
        {check !== undefined && <Actions check={check} />}
      </div>
      <UploadNotice />
      {check === undefined ? <Loading read={read} lines={4} height="4rem" /> : <Found check={check} />}
    </div>
  );
}

function useDoneAnnouncement(check: Check | undefined): void {
  const wasRunning = useRef(false);
  const runs = check !== undefined && isRunning(check);
  useEffect(() => {
    if (wasRunning.current && !runs) announce(t("check.done"));
    wasRunning.current = runs;
  }, [runs]);
}

function Found({ check }: { check: Check }) {
  const isWhole = useSession().hosts === null;
  const search = useSearch();
  const result = readResult(search.values["result"]);
  const { counts, state, done } = check;
  if (state === "collecting") return <EmptyState title={t("check.collecting")} />;
  return (
    <>
      <CheckSummary check={check} />
      <Tabs
        label={t("list.results")}
        names={[null, ...CHECK_RESULTS]}
        current={result}
        hrefOf={(name) => search.at(`/check/${check.id}`, { result: name ?? undefined })}
        textOf={(name) =>
          `${t(`check.result.${name ?? "all"}`)} ${sayNumber(name === null ? done : counts[name])}`
        }
        wraps
      />
      {result !== null && <p class="muted">{t(`check.result.${result}.text`)}</p>}
      <CheckRows key={`${result} ${state}`} check={check} result={result} />
      {isWhole && state === "done" && <Report check={check} />}
    </>
  );
}

function Actions({ check }: { check: Check }) {
  const { route } = useLocation();
  const isShown = useShown();
  const search = useSearch();
  const [isDeleting, setDeleting] = useState(false);
  const isSending = useStore(upload) !== null;
  const mayWrite = useMay("editor");
  const result = readResult(search.values["result"]);
  const path = `/checks/${check.id}`;
  const again = async () => {
    const before = location.pathname;
    const id = await repeatCheck(check);
    if (id !== null && location.pathname === before) route(`/check/${id}`);
  };
  const remove = async () => {
    await call("DELETE", path);
    if (isShown.current) route("/check");
    await refresh("checks");
    showToast(t("check.deleted"));
  };
  return (
    <div class="line">
      {mayWrite && check.state !== "collecting" && (
        <Button
          disabled={isSending || isRunning(check)}
          onClick={() => void again()}
          label={t("check.again")}
        />
      )}
      <SaveCsv
        path={`${path}/rows`}
        query={{ "filter[result]": result ?? undefined }}
        name={`check-${result ?? "all"}.csv`}
      />
      {mayWrite && (
        <Button
          kind="bad"
          onClick={() => setDeleting(true)}
          label={isRunning(check) ? t("check.stop") : t("action.delete")}
        />
      )}
      {isDeleting && (
        <ConfirmDialog
          title={t("check.deleteTitle")}
          confirmLabel={t("action.delete")}
          isDangerous
          onConfirm={remove}
          onClose={() => setDeleting(false)}
          text={t("check.deleteText")}
        />
      )}
    </div>
  );
}

function Report({ check: { id } }: { check: Check }) {
  const names = namesOf(useHosts());
  const [chosen, setChosen] = useState("");
  const first = useGet<Page<CheckRow>>(["checks", id, "first"], `/checks/${id}/rows`, {
    query: { per_page: 1 },
  });
  const ofCheck = names.find((name) => URL.parse(first.data?.data[0]?.url ?? "")?.hostname === name);
  const host = chosen || (ofCheck ?? names[0]);
  if (host === undefined) return null;
  return (
    <section class="card stack">
      <div class="stack-small">
        <h2>{t("check.report")}</h2>
        <p class="muted">{t("check.reportText")}</p>
      </div>
      <div class="ask">
        <SelectField label={t("filter.host")} value={host} options={names} onValue={setChosen} />
        <ButtonLink
          href={`/v1/host/${host}/report?language=${currentLanguage()}`}
          target="_blank"
          rel="noopener"
          label={t("check.reportOpen")}
        />
      </div>
    </section>
  );
}
