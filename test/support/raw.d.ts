/** Any file as text, as Vite reads it. */
declare module "*?raw" {
  const text: string;
  export default text;
}

/** Vite's loader of every module that a pattern names. */
interface ImportMeta {
  glob<T>(pattern: string): Record<string, () => Promise<T>>;
}
