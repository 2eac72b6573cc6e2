/**
 * The worker thread that reads files. The page imports this module only for its hashed address. In a thread
 * of its own it loads the readers of all formats.
 */
export const WORKER_URL = import.meta.url;

if (typeof document === "undefined") {
  const { serve } = await import("./serve.ts");
  serve(globalThis as unknown as Parameters<typeof serve>[0]);
}
