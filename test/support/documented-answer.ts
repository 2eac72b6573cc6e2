import { validators } from "virtual:answer-validators";
import text from "../../docs/openapi.json?raw";

/** Holds every answer that a test gets against the OpenAPI document. */

interface Documented {
  method: string;
  path: RegExp;
  operationId: string;
  responses: Record<string, { $ref?: string; content?: object }>;
}

type Paths = Record<string, Record<string, Pick<Documented, "operationId" | "responses">>>;

const documented: Documented[] = Object.entries((JSON.parse(text) as { paths: Paths }).paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => ({
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
      isExact: !path.includes("{"),
      operationId,
      responses,
    })),
  )
  .toSorted((a, b) => Number(b.isExact) - Number(a.isExact));

/** What the path and the method of a call answer although no operation has them. */
const WITHOUT_OPERATION = [401, 404, 405, 429, 500, 503];

/**
 * Throws where an answer of the API is not what the document tells: another status, media type or shape.
 * @param path with `/v1`, without the query
 */
export function requireDocumented(
  method: string,
  path: string,
  { status, headers, body }: { status: number; headers: Headers; body: string },
): void {
  const operation = documented.find((one) => one.method === method && one.path.test(path));
  const problems = operation
    ? findProblems(operation, status, headers.get("Content-Type") ?? "", body)
    : WITHOUT_OPERATION.includes(status)
      ? check("Error", body)
      : [`answers ${status} although the document does not have it`];
  if (problems.length === 0) return;
  throw new Error(
    `${method} ${path}: ${status} is not as docs/openapi.json tells: ${problems.join("; ")}: ${body.slice(0, 1_000)}`,
  );
}

function findProblems(
  { operationId, responses }: Documented,
  status: number,
  type: string,
  body: string,
): string[] {
  const response = responses[status];
  // A path that another operation has, too, may not be this one's: its parameter does not fit.
  if (response === undefined) return status === 404 ? check("Error", body) : ["the status is not told"];
  const media = type.replace(/;.*$/, "");
  if (response.$ref !== undefined) return check("Error", body);
  if (!(media in (response.content ?? {}))) return [`the media type ${media} is not told`];
  return media === "application/json" ? check(`${operationId} ${status}`, body) : [];
}

function check(name: string, body: string): string[] {
  const validate = validators[name];
  if (validate === undefined) return [`the document has no schema for ${name}`];
  if (validate(JSON.parse(body))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || "/"} ${message} ${JSON.stringify(params)}`,
  );
}
