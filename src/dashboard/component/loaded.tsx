import type { ComponentChildren } from "preact";
import type { Read } from "../api/query.ts";
import { ErrorState, Skeleton } from "./state.tsx";

interface LoadingProps {
  read: Pick<Read<unknown>, "isError" | "error" | "refetch">;
  /** The height of a line of the content, so that the layout does not jump. */
  height?: string;
  lines?: number;
}

/** Stands in place of what a read has not loaded: its outlines, or why it failed with a button to retry. */
export function Loading({ read, ...size }: LoadingProps) {
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  return <Skeleton {...size} />;
}

interface LoadedProps<Data> {
  read: Read<Data>;
  height: string;
  children: (data: Data) => ComponentChildren;
}

/** A part of a page that loads, fails and is retried independently. */
export function Loaded<Data>({ read, height, children }: LoadedProps<Data>) {
  return read.data === undefined ? <Loading read={read} height={height} /> : <>{children(read.data)}</>;
}
