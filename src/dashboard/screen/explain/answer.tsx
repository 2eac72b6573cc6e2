import type { Explanation } from "../../api/types.ts";
import { Button, ButtonLink, CopyButton, Icon } from "../../component/button.tsx";
import { Fact, Reasons, Warnings } from "../../component/state.tsx";
import { useMay } from "../../state/session.ts";
import { sayOutcome, sayReason } from "../../text/reason.ts";
import { t } from "../../text/text.ts";
import { toSearch } from "../../api/client.ts";
import { useHosts } from "../../api/shared-reads.ts";
import { showUrl } from "../records/show-url.ts";
import { type Question, toCurl } from "./question.ts";
import { Destinations, Headers, Hops, Rules } from "./details.tsx";
import { UrlText } from "../../component/url-text.tsx";

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
  // An explanation is of what visitors would get if they came here.
  const known = useHosts().data?.data.find((one) => one.host === host.answered_by);
  const isAway = known?.correct === false;
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
      <dl class="facts stack-small">
        <Fact name={t("explain.record")}>
          {record === null ? (
            <span class="muted">{t("explain.noRecord")}</span>
          ) : (
            <a class="break" href={`/links/${record.id}`}>
              {showUrl(record.url)}
            </a>
          )}
        </Fact>
        <Fact name={t("filter.host")}>{describeHost(host)}</Fact>
        {!isAway && <Fact name={t("explain.edge")}>{describeEdge(explanation.edge)}</Fact>}
      </dl>
      {isAway && (
        <p class="notice notice-warn">
          {t("explain.dns", { host: host.answered_by ?? "" })}{" "}
          <a href={`/hosts/${host.answered_by}`}>{t("explain.dnsOpen")}</a>
        </p>
      )}
      <Warnings texts={warnings} codes={explanation.warning_codes} />
      <div class="line">
        {outcome === "gate" && mayWrite && (
          <Button onClick={() => onAsk({ unlocked: true })} label={t("explain.behindGate")} />
        )}
        {isMissing && mayWrite && host.answered_by !== null && (
          <ButtonLink
            href={`/links/new${toSearch({ kind: "redirect", source })}`}
            label={t("explain.create")}
          />
        )}
        {outcome === "unknown-host" && !question.held && (
          <Button onClick={() => onAsk({ held: true })} label={t("explain.askHeld")} />
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

function describeHost({ asked, answered_by: answeredBy, relation }: Explanation["host"]): string {
  if (answeredBy === null) return t("explain.host.none", { host: asked });
  if (relation === null || relation === "self") return answeredBy;
  return t(`explain.host.${relation}`, { asked, host: answeredBy });
}

function describeEdge({ location, shows, behind_seconds: behind }: Explanation["edge"]): string {
  const place = location === null ? "" : ` ${t("explain.edge.place", { place: location })}`;
  if (shows === "older" && behind !== null) return t("explain.edge.behind", { count: behind }) + place;
  return t(`explain.edge.${shows}`) + place;
}

type Part = Explanation["parts"][number];

/** A Location whose parts are marked by colour and line, with a legend that names their origins. */
function LocationParts({ parts }: { parts: readonly Part[] }) {
  const origins = [...new Set(parts.map(({ from }) => from))];
  return (
    <>
      <code class="break location">
        {parts.map(({ text, from }, index) => (
          <span key={index} class={`part part-${from}`} title={t(`explain.part.${from}`)}>
            <UrlText url={text} />
          </span>
        ))}
      </code>
      {origins.length > 1 && (
        <ul class="parts-legend small" aria-label={t("explain.legend")}>
          {origins.map((origin) => (
            <li key={origin}>
              <span class={`part part-${origin}`}>{t(`explain.part.${origin}`)}</span>{" "}
              <code class="break muted">
                {parts
                  .filter(({ from }) => from === origin)
                  .map(({ text }) => text)
                  .join(" … ")}
              </code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type Tried = Explanation["tried"][number];

/** The sources of the lookup in their order. The source that answers is shown, the others are collapsed. */
function Steps({ tried, record }: { tried: readonly Tried[]; record: Explanation["record"] }) {
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
            <ButtonLink href={`/links/${record.id}`} title={showUrl(record.url)} label={t("explain.open")} />
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
