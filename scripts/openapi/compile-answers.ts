import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import standalone from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import type { Schema } from "./schema.ts";

interface ApiDocument {
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, ResponseOrReference> }>
  >;
  components: { schemas: Record<string, Schema>; responses: Record<string, ResponseOrReference> };
}
interface ResponseOrReference {
  $ref?: string;
  content?: Record<string, { schema?: Schema }>;
}

/**
 * Compiles the schemas of all JSON answers of the document into one module of JavaScript, for runtimes that cannot
 * compile schemas. It exports `validators`: functions by `<operationId> <status>`, and by `Error`. Members that the
 * document does not describe are refused.
 */
export async function compileAnswers(text: string): Promise<string> {
  const document = close(JSON.parse(text.replaceAll('"#/components/', '"api#/components/'))) as ApiDocument;
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { source: true } });
  formats.default(ajv);
  ajv.addSchema({ $id: "api", components: { schemas: document.components.schemas } });
  const named: [name: string, key: string][] = [];
  const add = (name: string, schema: Schema) => {
    const key = `check${named.length}`;
    ajv.addSchema({ ...schema, $id: key }, key);
    named.push([name, key]);
  };
  add("Error", { $ref: "api#/components/schemas/Error" });
  for (const methods of Object.values(document.paths)) {
    for (const { operationId, responses } of Object.values(methods)) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        const schema = content["application/json"]?.schema;
        if (schema !== undefined) add(`${operationId} ${status}`, schema);
      }
    }
  }
  const code = standalone(ajv, Object.fromEntries(named.map(([, key]) => [key, key])));
  const table = named.map(([name, key]) => `${JSON.stringify(name)}: exports.${key}`).join(", ");
  const { outputFiles } = await build({
    stdin: { contents: `${code}\nexports.validators = { ${table} };`, resolveDir: import.meta.dirname },
    bundle: true,
    format: "cjs",
    minify: true,
    write: false,
  });
  const bundled = outputFiles[0]?.text ?? "";
  return `const module = { exports: {} }; (function (module, exports) {${bundled}})(module, module.exports);
export const { validators } = module.exports;`;
}

/** Makes every object with described members refuse all others. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== "object" || value === null) return value;
  const closed = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, close(member)]));
  const isObject = closed["type"] === "object" && "properties" in closed;
  return isObject ? { additionalProperties: false, ...closed } : closed;
}
