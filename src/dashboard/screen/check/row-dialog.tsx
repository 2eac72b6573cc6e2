import type { CheckRow } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { Dialog } from "../../component/dialog.tsx";
import { Reasons } from "../../component/reasons.tsx";
import { sayReason } from "../../text/reason.ts";
import { t } from "../../text/text.ts";
import { toExplainHref } from "../explain/question.ts";
import { showUrl } from "../records/show-url.ts";
import { ResultChip } from "./check-parts.tsx";

export function RowDialog({ row, onClose }: { row: CheckRow; onClose: () => void }) {
  const { url, result, status, location, expected, hops, target } = row;
  const all = [{ url, status, location }, ...hops];
  return (
    <Dialog title={t("check.line", { line: String(row.line) })} onClose={onClose}>
      <div class="line">
        <ResultChip result={result} />
        <span class="muted">
          <Reasons of={[sayReason(row.reason_code, row.reason)]} />
        </span>
      </div>
      <ol class="steps">
        {all.map((hop, index) => (
          <li key={index}>
            <div class="step-text">
              <span class="break">{showUrl(hop.url)}</span>
              <span class="small muted break">
                {hop.status}
                {hop.location !== null && <> → {hop.location}</>}
              </span>
            </div>
          </li>
        ))}
      </ol>
      <dl class="facts">
        <div>
          <dt class="muted">{t("check.expectedTitle")}</dt>
          <dd class="break">
            {[expected.status, expected.location].filter((one) => one !== null).join(" ") || t("check.any")}
          </dd>
        </div>
        {target !== null && (
          <div>
            <dt class="muted">{t("check.target")}</dt>
            <dd class="break">
              {target.url} {target.status ?? ""}{" "}
              <Reasons of={[sayReason(target.reason_code, target.reason ?? "")]} />
            </dd>
          </div>
        )}
      </dl>
      <div class="line">
        <a class="button button-main" href={toExplainHref(url)}>
          {t("check.explain")}
        </a>
        <Button kind="plain" onClick={onClose}>
          {t("action.close")}
        </Button>
      </div>
    </Dialog>
  );
}
