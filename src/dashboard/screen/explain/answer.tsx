import type { Explanation } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { CopyButton } from "../../component/copy-button.tsx";
import { Warnings } from "../../component/reasons.tsx";
import { useMay } from "../../state/session.ts";
import { sayOutcome } from "../../text/reason.ts";
import { t } from "../../text/text.ts";
import { toSearch } from "../../api/client.ts";
import { showUrl } from "../records/show-url.ts";
import { LocationParts } from "./location-parts.tsx";
import { toCurl, type Question } from "./question.ts";
import { Destinations, Headers, Hops, Rules } from "./details.tsx";
import { Steps } from "./steps.tsx";

interface AnswerProps {
  question: Question;
  explanation: Explanation;
  onAsk: (changed: Partial<Question>) => void;
}

export function Answer({ question, explanation, onAsk }: AnswerProps) {
  const { tried, rules, destinations, next } = explanation;
  return (
    <>
      <Outcome question={question} explanation={explanation} onAsk={onAsk} />
      {tried.length > 0 && <Steps tried={tried} record={explanation.record} />}
      {rules.length > 0 && <Rules rules={rules} record={explanation.record} />}
      {destinations.length > 1 && <Destinations destinations={destinations} />}
      {next.length > 0 && <Hops first={explanation} url={question.url} hops={next} />}
      <Headers headers={explanation.headers} />
    </>
  );
}

function Outcome({ question, explanation, onAsk }: AnswerProps) {
  const { outcome, status, location, parts, record, host, warnings } = explanation;
  const mayWrite = useMay("editor");
  const isMissing = outcome === "not-found" || outcome === "fallback";
  const source = question.url.replace(/^https?:\/\//, "").replace(/[?#].*$/, "");
  return (
    <section class="card stack" aria-label={t("explain.answer")}>
      <div class="line" role="status">
        <span class="status-number">{status}</span>
        <h2>{sayOutcome(outcome)}</h2>
      </div>
      {location !== null && (
        <div class="preview-location">
          <div class="stack-small">
            <LocationParts
              parts={parts.length > 0 ? parts : [{ text: location, from: "destination" as const }]}
            />
          </div>
          <CopyButton text={location} />
        </div>
      )}
      <dl class="facts">
        <Fact name={t("explain.record")}>
          {record === null ? (
            <span class="muted">{t("explain.noRecord")}</span>
          ) : (
            <a class="break" href={`/links/${record.id}?kind=all`}>
              {showUrl(record.url)}
            </a>
          )}
        </Fact>
        <Fact name={t("explain.host")}>{describeHost(host)}</Fact>
        <Fact name={t("explain.edge")}>{describeEdge(explanation.edge)}</Fact>
      </dl>
      <Warnings texts={warnings} codes={explanation.warning_codes} />
      <div class="line">
        {outcome === "gate" && mayWrite && (
          <Button onClick={() => onAsk({ unlocked: true })}>{t("explain.behindGate")}</Button>
        )}
        {isMissing && mayWrite && host.answered_by !== null && (
          <a class="button" href={`/redirects/new${toSearch({ source })}`}>
            {t("explain.create")}
          </a>
        )}
        {outcome === "unknown-host" && !question.held && (
          <Button onClick={() => onAsk({ held: true })}>{t("explain.askHeld")}</Button>
        )}
        <CopyCurl text={toCurl(question, window.location.origin)} />
      </div>
    </section>
  );
}

function CopyCurl({ text }: { text: string }) {
  return (
    <span class="line copy-curl">
      <CopyButton text={text} of={t("explain.curl")} />
      <span class="small muted">{t("explain.curl")}</span>
    </span>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt class="muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function describeHost({ asked, answered_by: answeredBy, relation }: Explanation["host"]): string {
  if (answeredBy === null) return t("explain.host.none", { host: asked });
  if (relation === null || relation === "self") return answeredBy;
  return t(`explain.host.${relation}`, { asked, host: answeredBy });
}

function describeEdge({ location, shows, behind_seconds: behind }: Explanation["edge"]): string {
  const place = location === null ? "" : ` (${location})`;
  if (shows === "older" && behind !== null) return t("explain.edge.behind", { count: behind }) + place;
  return t(`explain.edge.${shows}`) + place;
}
