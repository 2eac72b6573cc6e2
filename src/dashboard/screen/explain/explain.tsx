import { ApiError, call } from "../../api/client.ts";
import { useGet, useRead } from "../../api/query.ts";
import type { Explanation, LinkRecord, Page } from "../../api/types.ts";
import { ErrorState, Loading, Skeleton } from "../../component/state.tsx";
import { useSearch, useTitle } from "../../state/page.tsx";
import { t } from "../../text/text.ts";
import { Answer } from "./answer.tsx";
import { QuestionForm } from "./question-form.tsx";
import { readQuestion, toExplainBody, toExplainHref, toValues } from "./question.ts";
import { UrlText } from "../../component/url-text.tsx";
import { showUrl } from "../records/show-url.ts";
import { sampleOf } from "../record/preview-location.ts";

/** The explanation of the destination of a URL. The address contains the question. */
export default function Explain() {
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
  return (
    <div class="stack explain">
      {heading}
      <QuestionForm
        question={question}
        errors={refused}
        isBusy={read.isFetching}
        onAsk={(next) =>
          JSON.stringify(next) === JSON.stringify(question) ? void read.refetch() : search.set(toValues(next))
        }
      />
      {question.url === "" && <Examples />}
      {question.url !== "" && read.data === undefined && !read.isError && (
        <Skeleton lines={3} height="7rem" />
      )}
      {read.isError && !isRefused && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {read.data !== undefined && !read.isError && (
        <Answer
          question={question}
          explanation={read.data}
          onAsk={(changed) => search.set(toValues({ ...question, ...changed }))}
        />
      )}
    </div>
  );
}

const SHOWN = 6;

export function Examples() {
  const read = useGet<Page<LinkRecord>>(["records", "examples"], "/links", { query: { per_page: SHOWN } });
  if (read.isError) return <Loading read={read} />;
  return (
    <section class="card stack">
      <div class="stack-small">
        <h2>{t("explain.empty")}</h2>
        <p class="muted">{t("explain.emptyText")}</p>
      </div>
      {read.data === undefined && <Loading read={read} lines={SHOWN} height="2.25rem" />}
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
