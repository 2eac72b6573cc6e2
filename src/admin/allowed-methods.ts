import type { RouterRoute } from "hono/types";

export function allowedMethods(routes: RouterRoute[], path: string): string[] {
  const matching = routes.filter((route) => route.method !== "ALL" && toPattern(route.path).test(path));
  // HEAD is answered like GET, without a body.
  return [...new Set(matching.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])))];
}

function toPattern(routePath: string): RegExp {
  const segments = routePath.split("/").map((segment) => (segment.startsWith(":") ? "[^/]+" : segment));
  return new RegExp(`^${segments.join("/")}$`);
}
