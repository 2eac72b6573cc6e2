import { call } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { LinkRecord, Page } from "../../api/types.ts";
import { Loaded } from "../../component/loaded.tsx";
import { UrlText } from "../../component/url-text.tsx";
import { t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";

const SHOWN = 5;
const LIST = "/links?monitor=broken&kind=all";

/** Watched records whose destination does not answer. */
export function BrokenCard() {
  const broken = useRead<Page<LinkRecord>>({
    key: ["records", "broken"],
    read: (signal) =>
      call("GET", "/links", { query: { "filter[monitor]": "broken", per_page: SHOWN }, signal }),
  });
  return (
    <section class="card stack-small">
      <h2>
        <a class="plain" href={LIST}>
          {t("overview.broken")}
        </a>
      </h2>
      <Loaded read={broken} height="14rem">
        {({ data, meta }) => (
          <>
            {data.length === 0 && meta.cursor.next === null && <p class="muted">{t("overview.noBroken")}</p>}
            <ul class="list">
              {data.map(({ id, url, destination }) => (
                <li key={id}>
                  <div>
                    <a class="break" href={`/links/${id}?kind=all`}>
                      <UrlText url={showUrl(url)} />
                    </a>
                    <div class="cut small muted">{destination === null ? "" : showUrl(destination)}</div>
                  </div>
                </li>
              ))}
            </ul>
            {/* A call examines a limited number of records. The list examines the rest. */}
            {meta.cursor.next !== null && (
              <a class="small" href={LIST}>
                {t(data.length < SHOWN ? "overview.brokenFirst" : "overview.brokenMore")}
              </a>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
