import type { Problem, ReadyRow } from "./ready-row.ts";

/**
 * Members of rows that `POST /bulk/import` does not take yet, and would leave out without a word. Without
 * one of these a link would open, or lead elsewhere: such rows are not sent.
 */
const DECISIVE = ["password_hash", "rules", "starts", "max_clicks", "expired_url"] as const;
/** Without one of these a link is poorer and does the same. */
const DESCRIPTIVE = ["created_at", "clicks_before"] as const;

/** Parts rows that would lose what decides where their visitors go from those that can be sent. */
export function partByMembers(rows: ReadyRow[]): {
  sendable: ReadyRow[];
  problems: Problem[];
  notes: string[];
} {
  const sendable: ReadyRow[] = [];
  const problems: Problem[] = [];
  for (const ready of rows) {
    const missing = DECISIVE.filter((member) => ready.row[member] !== undefined);
    if (missing.length === 0) sendable.push(ready);
    else {
      const reason = `imports do not take ${missing.join(", ")} yet: not sent`;
      problems.push({ line: ready.line, source: ready.source, reason });
    }
  }
  const lost = DESCRIPTIVE.filter((member) => sendable.some(({ row }) => row[member] !== undefined));
  return { sendable, problems, notes: lost.map((member) => `imports do not take ${member} yet: left out`) };
}
