import { useEffect, useState } from "preact/hooks";
import { queries } from "../api/query.ts";
import { formatMoment } from "../component/moment.tsx";
import { t } from "../text/text.ts";

/** Shows that there is no network, and the age of the numbers on the page. */
export function OfflineBanner() {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => {
      setOnline(navigator.onLine);
      if (navigator.onLine) void queries.refetchQueries({ type: "active" });
    };
    addEventListener("online", update);
    addEventListener("offline", update);
    return () => {
      removeEventListener("online", update);
      removeEventListener("offline", update);
    };
  }, []);
  if (isOnline) return null;
  const readAtMs = Math.max(
    0,
    ...queries
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt),
  );
  const at = formatMoment(new Date(readAtMs === 0 ? Date.now() : readAtMs).toISOString());
  return (
    <p class="banner" role="status">
      {t("shell.offline", { at })}
    </p>
  );
}
