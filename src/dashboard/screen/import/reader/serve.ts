import { withoutDiffering } from "../../../../import/sort-pages.ts";
import { columnKeys, findOddRows, formats } from "../../../../import/read-file.ts";
import type { ImportResult } from "../../../../import/row.ts";
import { toParts, type Part } from "../../../api/parts.ts";
import type { Answered, Answers, Asked, Question } from "./message.ts";
import { toLines } from "./to-lines.ts";
import { readFile, type OpenFile } from "./summarize.ts";

/** The worker side of the reader. It holds one file with its rows, so that the page does not hold them. */

interface Port {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<Asked>) => void): void;
}

/** Answers the messages of the page, and announces that it listens. */
export function serve(port: Port): void {
  let file: OpenFile = { fileName: "", content: "" };
  let result: ImportResult | null = null;
  let parts: Iterator<Part> | null = null;

  const answer = (question: Question): Answers[keyof Answers] => {
    switch (question.kind) {
      case "open": {
        const { fileName, content } = question;
        file = { fileName, content: typeof content === "string" ? content : new Uint8Array(content) };
        result = null;
        const names = [...formats.values()].map(({ key, label }) => ({ key, label }));
        return { formats: names, columns: columnKeys };
      }
      case "read": {
        const read = readFile(file, question.choice, question.nowMs);
        result = read.result;
        return read.summary;
      }
      case "refused":
        return result?.refused ?? [];
      case "odd":
        return findOddRows(result?.rows ?? []);
      case "pages":
        return result?.pages ?? [];
      case "differing":
        if (result !== null) result = withoutDiffering(result, question.pages);
        return null;
      case "part": {
        const rows = result?.rows ?? [];
        if (question.isFirst || parts === null) parts = toParts(toLines(rows, question.tags));
        const next = parts.next();
        if (next.done === true) return null;
        return { body: next.value.body.buffer, share: next.value.sent / rows.length };
      }
    }
  };

  port.addEventListener("message", ({ data: { id, question } }) => {
    const message: Answered = { id };
    try {
      message.answer = answer(question);
    } catch (error) {
      message.error = error instanceof Error ? error.message : String(error);
    }
    port.postMessage(message);
  });
  port.postMessage({ id: 0 } satisfies Answered);
}
