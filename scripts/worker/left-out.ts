import type { Plugin } from "esbuild";

/** A call that a part of Hono is for which the Worker does not have. No bundler leaves out a method of a class by itself. */
export const CALLS_LEFT_OUT = /\.(?:html|mount|parseBody|render)\(/;

/** Leaves out those parts: mounted apps, bodies of forms, and HTML. */
export const leaveOut: Plugin = {
  name: "leave-out",
  setup({ onLoad }) {
    const names = ["createMountedRequest", "HtmlEscapedCallbackPhase", "parseBody", "resolveCallback"];
    onLoad({ filter: /hono.dist.utils.(?:body|html|mount)\.js$/ }, () => ({
      contents: names.map((name) => `export const ${name} = null;`).join(""),
    }));
  },
};
