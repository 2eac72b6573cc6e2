import type { ComponentChildren } from "preact";
import type { Read } from "../api/query.ts";
import { ErrorState, Skeleton } from "./state.tsx";

interface LoadedProps<Data> {
  read: Read<Data>;
  /** The height of the content, so that the layout does not jump. */
  height: string;
  children: (data: Data) => ComponentChildren;
}

/** A part of a page that loads, fails and is retried independently. */
export function Loaded<Data>({ read, height, children }: LoadedProps<Data>) {
  if (read.data !== undefined) return <>{children(read.data)}</>;
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  return <Skeleton height={height} />;
}
