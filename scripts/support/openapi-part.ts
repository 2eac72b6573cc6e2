interface Operation {
  operationId: string;
  description: string;
  parameters?: unknown;
  requestBody?: unknown;
}

interface Document {
  paths: Record<string, object>;
  components: object;
}

const REFERENCE = /"\$ref":\s*"#\/components\/([^"/]+)\/([^"/]+)"/g;

/** Returns a part of an OpenAPI document: how the operations with these identifiers are called, and no more. */
export function cutDocument(document: Document, operations: readonly string[]): object {
  const paths = Object.entries(document.paths).flatMap(([path, methods]) => {
    const kept = Object.entries(methods as Record<string, Operation>).flatMap(([method, operation]) => {
      const { operationId, description, parameters, requestBody } = operation;
      return operations.includes(operationId)
        ? [[method, { operationId, description, parameters, requestBody }] as const]
        : [];
    });
    return kept.length === 0 ? [] : [[path, Object.fromEntries(kept)] as const];
  });
  const components: Record<string, Record<string, unknown>> = {};
  const queue: unknown[] = [paths];
  // The queue grows while it is walked: components refer to others.
  for (const value of queue) {
    for (const [, kind = "", name = ""] of JSON.stringify(value).matchAll(REFERENCE)) {
      const group = (components[kind] ??= {});
      if (name in group) continue;
      group[name] = (document.components as typeof components)[kind]?.[name];
      queue.push(group[name]);
    }
  }
  return { paths: Object.fromEntries(paths), components };
}
