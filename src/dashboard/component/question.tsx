import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ConfirmDialog } from "./dialog.tsx";

interface Question {
  title: string;
  text: string;
  confirmLabel: string;
}

/** Returns what asks before something is lost, and waits for the answer, and the dialog in which the question stands. */
export function useQuestion(): {
  ask: (question: Question) => Promise<boolean>;
  dialog: ComponentChildren;
} {
  const [asked, setAsked] = useState<(Question & { answer: (isYes: boolean) => void }) | null>(null);
  const ask = (question: Question) =>
    new Promise<boolean>((resolve) => {
      const answer = (isYes: boolean) => {
        setAsked(null);
        resolve(isYes);
      };
      setAsked({ ...question, answer });
    });
  const dialog = asked !== null && (
    <ConfirmDialog
      title={asked.title}
      text={asked.text}
      confirmLabel={asked.confirmLabel}
      isDangerous
      onConfirm={() => asked.answer(true)}
      onClose={() => asked.answer(false)}
    />
  );
  return { ask, dialog };
}
