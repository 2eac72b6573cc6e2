/**
 * The thread that reads files. The page imports this module for its address alone, which has a hash in it; in a thread
 * of its own it loads the readers of all formats.
 */
export const WORKER_URL = import.meta.url;

if (typeof document === "undefined") {
  const { serve } = await import("./serve.ts");
  serve(globalThis as unknown as Parameters<typeof serve>[0]);
}
