import { expect } from "vitest";
import { exampleOf, hasBody, sendTo, type Operation } from "./operation.ts";

export interface SentRequest {
  query?: string;
  body?: string;
}

interface Call extends SentRequest {
  operation: Operation;
  parameters: Record<string, string>;
}

/**
 * Sends a request with a limited token, and requires that it tells nothing that the token must not see. Returns the answer
 * without what two equal answers differ in.
 * @param marks texts of what is hidden
 */
export async function sendHiding(
  token: string,
  marks: readonly string[],
  { operation, parameters, ...request }: Call,
): Promise<{ status: number; text: string }> {
  const { type } = exampleOf(operation);
  const { status, text } = await sendTo(operation, parameters, {
    token,
    ...(hasBody(operation) && { type, body: type === "text/html" ? "<p>own" : "{}" }),
    ...request,
  });
  expect(status).not.toBe(429);
  // A refusal may say again what was sent.
  const sent = decodeURIComponent(`${JSON.stringify(parameters)} ${request.query} ${request.body}`);
  const decoded = text.replaceAll(/"(?:next|prev|current)":"([\w-]+)"/g, (whole, value: string) =>
    sent.includes(value) ? whole : atob(value.replaceAll("-", "+").replaceAll("_", "/")),
  );
  for (const mark of marks) if (!sent.includes(mark)) expect(decoded).not.toContain(mark);
  return {
    status,
    text: text
      .replace(/,"request_id":"[^"]*"/, "")
      .replaceAll(/"\d{4}-[^"]+Z"/g, '"moment"')
      .replaceAll('"last_used_at":null', '"last_used_at":"moment"'),
  };
}
