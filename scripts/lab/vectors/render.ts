import { answerVector } from "./answer.ts";
import { TOPICS } from "./case.ts";

/** Returns the files of `test/vectors` by name: each case with the answer to each of its requests. */
export async function renderVectors(): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [topic, cases] of Object.entries(TOPICS)) {
    const vectors = [];
    for (const { name, records, requests } of cases) {
      const answered = [];
      for (const request of requests) {
        answered.push({ request, expected: await answerVector(records, request) });
      }
      vectors.push({ name, records, visits: answered });
    }
    files[`${topic}.json`] = `${JSON.stringify({ version: 1, topic, vectors }, null, 2)}\n`;
  }
  return files;
}
