import { newApp } from "../new-app.ts";
import { serveNamedFile, serveStaticFile } from "../static-file.ts";

/** Allows no inline code and no other origin. Pictures of the style sheet are data URLs. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page that shows the OpenAPI document (contract 1.7). It needs no token. */
export const docsRoutes = newApp()
  .get("/", (c) =>
    serveStaticFile(c, "/docs/index.html", {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "Referrer-Policy": "no-referrer",
    }),
  )
  .get("/:file", (c) =>
    serveNamedFile(c, "docs", c.req.param("file"), { "Content-Security-Policy": "default-src 'none'" }),
  );
