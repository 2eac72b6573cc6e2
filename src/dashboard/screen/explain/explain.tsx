import { ASK } from "../../first-asks.ts";
import { ApiError, call } from "../../api/client.ts";
import { useRead, useAsk } from "../../api/query.ts";
import type { Explanation, LinkRecord, Page } from "../../api/types.ts";
import { ErrorState, Loading, Skeleton } from "../../component/state.tsx";
import { useSearch, useTitle } from "../../state/page.tsx";
import { countryOptions } from "../../text/name.ts";
import { useLateTexts } from "../../text/late-texts.ts";
import { t } from "../../text/text.ts";
import { Answer } from "./answer.tsx";
import {
  type Device,
  DEVICES,
  isDevice,
  METHODS,
  type Question,
  readQuestion,
  toExplainBody,
  toExplainHref,
  toValues,
} from "./question.ts";
import { UrlText } from "../../component/url-text.tsx";
import { showUrl } from "../records/show-url.ts";
import { sampleOf } from "../record/preview-location.ts";
import { bind } from "../../component/form.tsx";
import { MomentField } from "../../component/moment-field.tsx";
import { keepTyped } from "../../component/keep-typed.ts";
import { useLayoutEffect, useState } from "preact/hooks";
import { Button } from "../../component/button.tsx";
import { CheckField, SelectField, TextField } from "../../component/field.tsx";
import { useMay } from "../../state/session.ts";
import { toLocalTime, toTimestamp } from "../record/local-time.ts";

/** The explanation of the destination of a URL. The address contains the question. */
export default function Explain() {
  useLateTexts("reason");
  const heading = useTitle(t("nav.explain"));
  const search = useSearch();
  const question = readQuestion(search.values);
  const body = toExplainBody(question);
  const read = useRead<Explanation>({
    key: ["explain", JSON.stringify(body)],
    read: (signal) => call("POST", "/explain", { body, signal }),
    isEnabled: question.url !== "",
  });
  const refused = read.error instanceof ApiError ? (read.error.body.errors ?? {}) : {};
  const isRefused = Object.keys(refused).length > 0;
  // The answer belongs to the question of the address, not to what is typed since.
  const [isTyped, setTyped] = useState(false);
  return (
    <div class="stack explain">
      {heading}
      <QuestionForm
        question={question}
        errors={refused}
        isBusy={read.isFetching}
        onTyped={setTyped}
        onAsk={(next) =>
          JSON.stringify(next) === JSON.stringify(question) ? void read.refetch() : search.set(toValues(next))
        }
      />
      {question.url === "" && <Examples />}
      {question.url !== "" && read.data === undefined && !read.isError && (
        <Skeleton lines={3} height="7rem" />
      )}
      {read.isError && !isRefused && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {isTyped && question.url !== "" && <p class="muted">{t("explain.typed")}</p>}
      {read.data !== undefined && !read.isError && !isTyped && (
        <Answer
          question={question}
          explanation={read.data}
          onAsk={(changed) => search.set(toValues({ ...question, ...changed }))}
        />
      )}
    </div>
  );
}

export function Examples() {
  const read = useAsk<Page<LinkRecord>>(["records", "examples"], ASK.examples);
  if (read.isError) return <Loading read={read} />;
  return (
    <section class="card stack">
      <div class="stack-small">
        <h2>{t("explain.empty")}</h2>
        <p class="muted">{t("explain.emptyText")}</p>
      </div>
      {read.data === undefined && <Loading read={read} lines={ASK.examples[1].per_page} height="2.25rem" />}
      {read.data !== undefined && read.data.data.length > 0 && (
        <ul class="list">
          {read.data.data.map((record) => {
            const sample = sampleOf(record);
            return (
              <li key={record.id}>
                <a class="break" href={toExplainHref(sample)}>
                  <UrlText url={showUrl(sample)} />
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

interface FormProps {
  question: Question;
  errors: Record<string, string[]>;
  isBusy: boolean;
  /** Told whether what is typed differs from the question. */
  onTyped: (isTyped: boolean) => void;
  onAsk: (question: Question) => void;
}

const OWN = "own";
const DEVICE_NAMES = Object.keys(DEVICES) as Device[];

function QuestionForm({ question, errors, isBusy, onTyped, onAsk }: FormProps) {
  const [asked, setAsked] = useState(question);
  // As it is typed: a year that is not whole yet is a moment in another time zone.
  const [at, setAt] = useState(toLocalTime(question.at || null));
  useLayoutEffect(() => setAt(toLocalTime(question.at || null)), [question.at]);
  const [hasOwnAgent, setOwnAgent] = useState(question.agent !== "" && !isDevice(question.agent));
  useLayoutEffect(() => {
    setAsked((now) => keepTyped(question, asked, now));
    setOwnAgent(question.agent !== "" && !isDevice(question.agent));
  }, [JSON.stringify(question)]);
  useLayoutEffect(() => onTyped(JSON.stringify(asked) !== JSON.stringify(question)), [asked, question]);
  const mayUnlock = useMay("editor");
  const set = (changed: Partial<Question>) => setAsked((now) => ({ ...now, ...changed }));
  const part = { form: asked, set, errors };
  const visitor = ["country", "language", "agent", "method", "at", "held", "unlocked"] as const;
  const isVisitorSaid = visitor.some((name) => question[name] !== "" && question[name] !== false);
  const hasVisitorError = Object.keys(errors).some((name) => name.startsWith("as."));
  return (
    <form
      class="card stack"
      aria-label={t("explain.question")}
      onSubmit={(event) => {
        event.preventDefault();
        onAsk(asked);
      }}
    >
      <div class="ask">
        <TextField
          label={t("explain.url")}
          placeholder="go.example.com/spring"
          {...bind(part, "url")}
          spellcheck={false}
          autocapitalize="off"
          inputMode="url"
          required
          autofocus={question.url === ""}
        />
        <Button kind="main" type="submit" disabled={isBusy} label={t("nav.explain")} />
      </div>
      <details class="section" open={isVisitorSaid || hasVisitorError}>
        <summary>{t("explain.visitor")}</summary>
        <div class="section-body stack">
          <div class="columns">
            <SelectField
              label={t("explain.country")}
              none={t("explain.any")}
              options={countryOptions()}
              {...bind(part, "country", "as.country")}
            />
            <TextField
              label={t("person.language")}
              placeholder="de-CH, de, en"
              {...bind(part, "language", "as.language")}
            />
            <SelectField
              label={t("explain.device")}
              value={hasOwnAgent ? OWN : asked.agent}
              none={t("explain.any")}
              options={[
                ...DEVICE_NAMES.map((name) => ({ value: name, label: t(`explain.device.${name}`) })),
                { value: OWN, label: t("explain.device.own") },
              ]}
              onValue={(agent) => {
                setOwnAgent(agent === OWN);
                set({ agent: agent === OWN ? "" : agent });
              }}
            />
            <SelectField
              label={t("explain.method")}
              options={METHODS.map((name) => ({ value: name === "GET" ? "" : name, label: name }))}
              {...bind(part, "method")}
            />
            <MomentField
              label={t("explain.at")}
              dayTime="12:00"
              value={at}
              onValue={(next) => {
                setAt(next);
                set({ at: toTimestamp(next) ?? "" });
              }}
              hint={t("explain.atHint")}
              errors={errors["as.at"]}
            />
          </div>
          {hasOwnAgent && (
            <TextField
              label={t("explain.agent")}
              spellcheck={false}
              {...bind(part, "agent", "as.user_agent")}
            />
          )}
          <CheckField label={t("explain.held")} hint={t("explain.heldHint")} {...bind(part, "held")} />
          {mayUnlock && (
            <CheckField
              label={t("explain.unlocked")}
              hint={t("explain.unlockedHint")}
              {...bind(part, "unlocked")}
            />
          )}
        </div>
      </details>
    </form>
  );
}
