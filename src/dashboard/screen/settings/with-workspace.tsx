import type { ComponentChildren } from "preact";
import { call } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { Workspace } from "../../api/types.ts";
import { ErrorState, Skeleton } from "../../component/state.tsx";

/** Renders content that needs the workspace after it is loaded. */
export function WithWorkspace({ children }: { children: (workspace: Workspace) => ComponentChildren }) {
  const read = useRead<Workspace>({
    key: ["workspace"],
    read: (signal) => call("GET", "/workspace/current", { signal }),
  });
  if (read.data !== undefined) return <>{children(read.data)}</>;
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  return <Skeleton lines={6} height="3.25rem" />;
}
