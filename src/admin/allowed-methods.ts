import type { RouterRoute } from "hono/types";

/** The methods that any route takes at a path: what a 405 tells in `Allow`. */
export function allowedMethods(routes: RouterRoute[], path: string): string[] {
  const matching = routes.filter((route) => route.method !== "ALL" && toPattern(route.path).test(path));
  return [...new Set(matching.map((route) => route.method))];
}

function toPattern(routePath: string): RegExp {
  const segments = routePath.split("/").map((segment) => (segment.startsWith(":") ? "[^/]+" : segment));
  return new RegExp(`^${segments.join("/")}$`);
}
