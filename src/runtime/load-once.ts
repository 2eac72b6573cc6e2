/**
 * Returns a function that uses code which is loaded on demand: at once as soon as the code is there, else in a
 * promise. An `import()` costs a promise even for code that is loaded.
 */
export function loadOnce<Code>(load: () => Promise<Code>) {
  let code: Code | null = null;
  return <T>(use: (code: Code) => T | Promise<T>): T | Promise<T> =>
    code === null ? load().then((loaded) => use((code = loaded))) : use(code);
}
