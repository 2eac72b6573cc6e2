import type { Explanation } from "../../api/types.ts";
import { Icon } from "../../component/icon.tsx";
import { Reasons } from "../../component/reasons.tsx";
import { sayReason } from "../../text/reason.ts";
import { t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";

type Tried = Explanation["tried"][number];

interface StepsProps {
  tried: readonly Tried[];
  record: Explanation["record"];
}

/** The sources of the lookup in their order. The source that answers is shown, the others are collapsed. */
export function Steps({ tried, record }: StepsProps) {
  const winner = tried.findIndex(({ verdict }) => verdict === "answers");
  const before = winner < 0 ? tried : tried.slice(0, winner);
  const answering = tried[winner];
  const after = winner < 0 ? [] : tried.slice(winner + 1);
  return (
    <section class="card stack">
      <h2>{t("explain.steps")}</h2>
      {before.length > 0 && (
        <OtherSteps
          tried={before}
          title={t(winner < 0 ? "explain.steps.none" : "explain.steps.before", { count: before.length })}
          isOpen={winner < 0}
        />
      )}
      {answering !== undefined && (
        <div class="step step-answers">
          <Icon name="done" />
          <StepText step={answering} />
          {record !== null && (
            <a class="button" href={`/links/${record.id}?kind=all`} title={showUrl(record.url)}>
              {t("explain.open")}
            </a>
          )}
        </div>
      )}
      {after.length > 0 && (
        <OtherSteps tried={after} title={t("explain.steps.after", { count: after.length })} isOpen={false} />
      )}
    </section>
  );
}

function OtherSteps({ tried, title, isOpen }: { tried: readonly Tried[]; title: string; isOpen: boolean }) {
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <ol class="losers">
        {tried.map((step, index) => (
          <li key={index} class="step">
            <StepText step={step} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function StepText({ step: { step, source, verdict, reason, reason_code } }: { step: Tried }) {
  return (
    <div class="step-text">
      <span class="line">
        <code class="break">{showUrl(source)}</code>
        <span class="chip">{t(`explain.step.${step}`)}</span>
        <span class={verdict === "answers" ? "chip chip-good" : "chip"}>
          {t(`explain.verdict.${verdict}`)}
        </span>
      </span>
      <span class="small muted">
        <Reasons of={[sayReason(reason_code, reason)]} />
      </span>
    </div>
  );
}
