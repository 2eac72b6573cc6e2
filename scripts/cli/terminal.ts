import * as clack from "@clack/prompts";
import { CommandError } from "../support/command.ts";
import { createProgress } from "../support/progress.ts";

/** The output of a command, and its questions to the person. */
export interface Terminal {
  /** Prints a result: the report, the table, or the JSON that another program reads. */
  print: (text: string) => void;
  /** Tells the person something; never mixed with a result. */
  note: (text: string) => void;
  /** Starts a line of progress that replaces itself. */
  progress: () => (line: string) => void;
  /** Says this, cleans up and ends, should the person press Ctrl-C before the returned function is called. */
  onInterrupt: (text: string, cleanUp?: () => Promise<void>) => () => void;
  /** Null if there is no terminal to ask in. */
  prompt: Prompt | null;
}

export interface Prompt {
  text: (message: string, placeholder: string) => Promise<string>;
  secret: (message: string) => Promise<string>;
  confirm: (message: string) => Promise<boolean>;
}

export function openTerminal(): Terminal {
  return {
    print: (text) => process.stdout.write(`${text}\n`),
    note: (text) => process.stderr.write(`${text}\n`),
    progress: () => createProgress(process.stderr),
    onInterrupt,
    prompt: process.stdin.isTTY && process.stderr.isTTY ? prompt : null,
  };
}

/** Counts as shells do: 128 and the number of SIGINT. */
export const INTERRUPTED = 130;

function onInterrupt(text: string, cleanUp = async (): Promise<void> => {}): () => void {
  const end = () => {
    process.stderr.write(`\n${text}\n`);
    // Who presses it again does not wait.
    process.once("SIGINT", () => process.exit(INTERRUPTED));
    void cleanUp()
      .catch(() => {})
      .finally(() => process.exit(INTERRUPTED));
  };
  process.once("SIGINT", end);
  return () => process.off("SIGINT", end);
}

/** Questions go to stderr: stdout may be read by a program. */
const output = process.stderr;

const prompt: Prompt = {
  text: async (message, placeholder) => (await answer(clack.text({ message, placeholder, output }))).trim(),
  secret: async (message) => (await answer(clack.password({ message, output }))).trim(),
  confirm: (message) => answer(clack.confirm({ message, initialValue: false, output })),
};

/** @throws CommandError if the person presses Ctrl-C */
async function answer<T>(asked: Promise<T>): Promise<Exclude<T, symbol>> {
  const value = await asked;
  if (clack.isCancel(value)) throw new CommandError("Stopped. Nothing was changed.");
  return value as Exclude<T, symbol>;
}

const LONGEST_TEXT = 500;

/** Cuts a text and replaces control characters, so that no file and no answer can steer or fill the terminal. */
export function toPrintable(text: string): string {
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  return short.replaceAll("\t", " ").replace(/\p{Cc}/gu, "\uFFFD");
}
