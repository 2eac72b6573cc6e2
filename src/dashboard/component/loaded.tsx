import type { ComponentChildren } from "preact";
import type { Read } from "../api/query.ts";
import { ErrorState, Skeleton } from "./state.tsx";

interface LoadedProps<Data> {
  read: Read<Data>;
  /** Of what will be shown, so that nothing jumps. */
  height: string;
  children: (data: Data) => ComponentChildren;
}

/** A part of a page that is read, fails and is tried again by itself. */
export function Loaded<Data>({ read, height, children }: LoadedProps<Data>) {
  if (read.data !== undefined) return <>{children(read.data)}</>;
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  return <Skeleton height={height} />;
}
