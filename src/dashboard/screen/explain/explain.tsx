import { ApiError, call } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { Explanation } from "../../api/types.ts";
import { ErrorState, Skeleton } from "../../component/state.tsx";
import { useSearch } from "../../state/search.ts";
import { useTitle } from "../../state/title.tsx";
import { t } from "../../text/text.ts";
import { Answer } from "./answer.tsx";
import { Examples } from "./examples.tsx";
import { QuestionForm } from "./question-form.tsx";
import { readQuestion, toExplainBody, toValues } from "./question.ts";

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
