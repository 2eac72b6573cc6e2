import type { RouterRoute } from "hono/types";

/** Returns the methods that the routes take at a path, for the `Allow` of a 405. */
export function allowedMethods(routes: RouterRoute[], path: string): string[] {
  const matching = routes.filter((route) => route.method !== "ALL" && toPattern(route.path).test(path));
  return [...new Set(matching.map((route) => route.method))];
}

function toPattern(routePath: string): RegExp {
  const segments = routePath.split("/").map((segment) => (segment.startsWith(":") ? "[^/]+" : segment));
  return new RegExp(`^${segments.join("/")}$`);
}
