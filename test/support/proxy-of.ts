/** A binding with some of its methods replaced. */
export function proxyOf<T extends object>(binding: T, replaced: object): T {
  return new Proxy(binding, {
    get: (target, name) => {
      const own = Reflect.get(replaced, name) as unknown;
      if (own !== undefined) return own;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
