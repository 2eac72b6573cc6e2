import { afterEach, expect, it, vi } from "vitest";
import { rememberKeys } from "../../src/dashboard/api/patient.ts";
import { queries } from "../../src/dashboard/api/query.ts";
import type { LinkRecord } from "../../src/dashboard/api/types.ts";
import { newForm } from "../../src/dashboard/screen/record/record-form.ts";
import { createRecord, updateRecord } from "../../src/dashboard/screen/record/save-record.ts";
import { onRecordChange, type RecordChange } from "../../src/dashboard/state/record-change.ts";

/** What becomes of a write whose answer, or what is read after it, is lost. */

afterEach(() => {
  vi.unstubAllGlobals();
  queries.clear();
});

interface Sent {
  call: string;
  key: string | undefined;
}

/** Answers calls in order; null is an answer that is lost. */
function answerWith(...answers: (object | null)[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, headers }: RequestInit) => {
    const key = (headers as Record<string, string>)["Idempotency-Key"];
    sent.push({ call: `${method} ${url}`, key });
    const answer = answers.shift() ?? null;
    if (answer === null) throw new TypeError("The network is down.");
    return Response.json(answer, { headers: { ETag: '"2"' } });
  });
  return sent;
}

const FORM = {
  ...newForm("link", "go.example"),
  destinations: [{ url: "https://a.example/", weight: "1" }],
};
const CREATED = { data: [{ id: "id", url: "https://go.example/x" }] };

it("[9.21, 32.8] creates a record once, though the first answer is lost", async () => {
  const sent = answerWith(null, CREATED, CREATED);
  const keyOf = rememberKeys();
  await expect(createRecord(FORM, keyOf)).rejects.toThrow();
  expect(await createRecord(FORM, keyOf)).toEqual(CREATED.data[0]);
  await createRecord({ ...FORM, title: "Another" }, keyOf);
  const [lost, repeated, other] = sent.map(({ key }) => key);
  expect(sent.map(({ call }) => call)).toEqual(Array(3).fill("POST /v1/link"));
  expect([typeof lost, repeated === lost, other === lost]).toEqual(["string", true, false]);
});

it("[32.9, 32.40] says that a record is saved, and shows it, though it cannot be read again", async () => {
  const record = { id: "id", handler: "short-url", title: "Old", total_clicks: 7 } as LinkRecord;
  const notes: RecordChange[] = [];
  const forget = onRecordChange((change) => notes.push(change));
  answerWith({ id: "id", title: "New" }, null);
  const written = await updateRecord(record, { title: "New" }, '"1"').finally(forget);
  expect(queries.getQueryData(["record", "id"])).toEqual(written);
  expect(written).toEqual({ body: { ...record, title: "New" }, etag: '"2"' });
  expect(notes).toEqual([{ kind: "changed", record: { ...record, title: "New" } }]);
});
