import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { LinkRecord } from "../../api/types.ts";
import { ErrorState, Skeleton } from "../../component/state.tsx";
import { loadTexts } from "../../text/text.ts";

type Part = ComponentType<{ record: LinkRecord }>;

/** The statistics of a record, which are loaded when the tab is opened. */
export function StatsTab({ record }: { record: LinkRecord }) {
  const [part, setPart] = useState<{ Part: Part } | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    Promise.all([import("../insights/record-stats.tsx"), loadTexts("insights")]).then(
      ([{ RecordStats }]) => setPart({ Part: RecordStats }),
      setError,
    );
  }, []);
  // A new release has removed the file. A reload gets the new names.
  if (error !== null) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return part === null ? <Skeleton height="26rem" /> : <part.Part record={record} />;
}
