import { call, callRaw } from "./client.ts";
import { callPatiently } from "./patient.ts";

interface Draft<Sent> {
  /** The path of a list of the API, whose items take parts. */
  path: string;
  body: object;
  parts: Iterable<Sent> | AsyncIterable<Sent>;
  onSent: (part: Sent) => void;
  onComplete?: (id: string) => Promise<void>;
  /** The action that starts the item. */
  start: string;
  discard: (id: string) => Promise<unknown>;
}

/**
 * Sends parts, each with a JSON value a line, and starts what they are for. Returns its id. After an error it is
 * removed, since a workspace has room for few of them. @throws ApiError
 */
export async function sendParts<Sent extends { body: BodyInit }>(draft: Draft<Sent>): Promise<string> {
  const { path, body, parts, discard } = draft;
  const keyed = () => ({ "Idempotency-Key": crypto.randomUUID() });
  const { id } = await call<{ id: string }>("POST", path, { body, headers: keyed() });
  try {
    let number = 0;
    for await (const part of parts) {
      number++;
      const options = { body: part.body, headers: { "Content-Type": "application/x-ndjson" } };
      await callPatiently(() => callRaw("PUT", `${path}/${id}/parts/${number}`, options));
      draft.onSent(part);
    }
    await draft.onComplete?.(id);
    await call("POST", `${path}/${id}/${draft.start}`, { headers: keyed() });
  } catch (error) {
    await discard(id).catch(() => null);
    throw error;
  }
  return id;
}
