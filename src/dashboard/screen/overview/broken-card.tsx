import { call } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { LinkRecord, Page } from "../../api/types.ts";
import { Loaded } from "../../component/loaded.tsx";
import { t } from "../../text/text.ts";
import { Card, RecordList } from "./card.tsx";

const SHOWN = 5;
const LIST = "/links?monitor=broken&kind=all";

export function BrokenCard() {
  const broken = useRead<Page<LinkRecord>>({
    key: ["records", "broken"],
    read: (signal) =>
      call("GET", "/links", { query: { "filter[monitor]": "broken", per_page: SHOWN }, signal }),
  });
  return (
    <Card title={t("overview.broken")} href={LIST}>
      <Loaded read={broken} height="14rem">
        {({ data, meta }) => (
          <>
            {data.length === 0 && meta.cursor.next === null && <p class="muted">{t("overview.noBroken")}</p>}
            <RecordList records={data} />
            {/* A call examines a limited number of records. The list examines the rest. */}
            {meta.cursor.next !== null && (
              <a class="small" href={LIST}>
                {t(data.length < SHOWN ? "overview.brokenFirst" : "overview.brokenMore")}
              </a>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
