import { call } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { Miss, Page } from "../../api/types.ts";
import { Loaded } from "../../component/loaded.tsx";
import { UrlText } from "../../component/url-text.tsx";
import { t } from "../../text/text.ts";
import { Card, Item } from "./card.tsx";

const SHOWN = 5;

export function MissesCard() {
  const misses = useRead<Page<Miss>>({
    key: ["misses", "newest"],
    read: (signal) =>
      call("GET", "/misses", {
        // The rows for probes and for paths without room have no path, and appear between the others.
        query: { "filter[state]": "open", sort: "-last_at", per_page: SHOWN + 10 },
        signal,
      }),
  });
  return (
    <Card title={t("overview.misses")} href="/misses">
      <Loaded read={misses} height="14rem">
        {({ data }) => <Paths misses={data.filter(({ path }) => path.startsWith("/")).slice(0, SHOWN)} />}
      </Loaded>
    </Card>
  );
}

function Paths({ misses }: { misses: Miss[] }) {
  if (misses.length === 0) return <p class="muted">{t("overview.noMisses")}</p>;
  return (
    <ul class="list">
      {misses.map(({ host, path, visits, last_at }) => (
        <Item key={host + path} at={last_at}>
          <div class="break">
            <UrlText url={host + path} />
          </div>
          <div class="small muted">{t("overview.visits", { count: visits })}</div>
        </Item>
      ))}
    </ul>
  );
}
