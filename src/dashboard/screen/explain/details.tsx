import { useGet } from "../../api/query.ts";
import type { Explanation, LinkRecord } from "../../api/types.ts";
import type { ConditionKey } from "../../../domain/client/condition.ts";
import { sayPercent, t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";
import { sayOutcome } from "../../text/reason.ts";
import { toExplainHref } from "./question.ts";

export function Rules({ rules, record }: Pick<Explanation, "rules" | "record">) {
  const id = record?.id ?? "";
  const read = useGet<LinkRecord>(["record", "rules", id], `/links/${id}`, { isEnabled: id !== "" });
  const known = new Map(read.data?.rules.map((rule) => [rule.id, rule]));
  return (
    <section class="card stack">
      <h2>{t("explain.rules")}</h2>
      <ol class="losers">
        {rules.map(({ id: ruleId, verdict, failed }, index) => {
          const rule = known.get(ruleId);
          return (
            <li key={ruleId} class={verdict === "holds" ? "step step-answers" : "step"}>
              <div class="step-text">
                <span class="line">
                  <strong>{rule?.name || t("explain.rule", { number: index + 1 })}</strong>
                  <span class={verdict === "holds" ? "chip chip-good" : "chip"}>
                    {t(`explain.rule.${verdict}`)}
                  </span>
                </span>
                {failed.length > 0 && <span class="small muted">{failed.map(toFailedText).join(" · ")}</span>}
                {rule !== undefined && (
                  <code class="small break muted">→ {rule.destinations.map(showUrl).join(", ")}</code>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** `if.country` does not hold, `not.os` does. */
function toFailedText(failed: string): string {
  const [member = "", key = ""] = failed.split(".");
  const condition = t(`explain.condition.${key as ConditionKey}`);
  return t(member === "not" ? "explain.failed.not" : "explain.failed.if", { condition });
}

export function Destinations({ destinations }: Pick<Explanation, "destinations">) {
  return (
    <section class="card stack">
      <h2>{t("explain.destinations")}</h2>
      <ul class="bars">
        {destinations.map(({ url, chance, verdict }, index) => (
          <li key={index}>
            <span>
              <code class="break">{showUrl(url)}</code>{" "}
              <span class="chip">{t(`explain.chance.${verdict}`)}</span>
            </span>
            <span class="number">{sayPercent(chance, 1)}</span>
            <span class="bar" style={{ inlineSize: `${chance * 100}%` }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The path of a visitor inside the workspace, hop by hop. */
export function Hops({ first, url, hops }: { first: Explanation; url: string; hops: Explanation["next"] }) {
  const all = [{ url, outcome: first.outcome, status: first.status, record: first.record }, ...hops];
  return (
    <section class="card stack">
      <h2>{t("explain.hops", { count: all.length })}</h2>
      <ol class="steps">
        {all.map((hop, index) => (
          <li key={index}>
            <div class="step-text">
              <span class="break">
                {index === 0 ? (
                  <strong>{showUrl(hop.url)}</strong>
                ) : (
                  <a href={toExplainHref(hop.url)}>{showUrl(hop.url)}</a>
                )}
              </span>
              <span class="small muted">
                {hop.status} · {sayOutcome(hop.outcome)}
                {hop.record !== null && (
                  <>
                    {" · "}
                    <a href={`/links/${hop.record.id}`}>{t("explain.open")}</a>
                  </>
                )}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Headers({ headers }: Pick<Explanation, "headers">) {
  const names = Object.keys(headers);
  if (names.length === 0) return null;
  return (
    <details class="card">
      <summary>{t("explain.headers", { count: names.length })}</summary>
      <dl class="facts stack-small headers">
        {names.map((name) => (
          <div key={name}>
            <dt class="mono">{name}</dt>
            <dd class="mono break">{headers[name]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
