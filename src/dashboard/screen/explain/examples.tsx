import { call } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { LinkRecord, Page } from "../../api/types.ts";
import { Loading } from "../../component/loaded.tsx";
import { UrlText } from "../../component/url-text.tsx";
import { t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";
import { toExplainHref } from "./question.ts";
import { sampleOf } from "./sample-of.ts";

const SHOWN = 6;

export function Examples() {
  const read = useRead<Page<LinkRecord>>({
    key: ["records", "examples"],
    read: (signal) => call("GET", "/links", { query: { per_page: SHOWN }, signal }),
  });
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
