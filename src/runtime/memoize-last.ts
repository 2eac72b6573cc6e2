/**
 * Returns a function that remembers its result for the object of its last call, because the bindings of an
 * isolate are the same object for every request. A call that throws is not remembered.
 */
export function memoizeLast<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  let last: { key: K; result: T } | null = null;
  return (key) => {
    if (last?.key !== key) last = { key, result: compute(key) };
    return last.result;
  };
}
