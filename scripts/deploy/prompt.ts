import * as clack from "@clack/prompts";
import { CommandError } from "../support/command.ts";

/** Asks the person at the terminal. */
export interface Prompt {
  text(message: string, initial: string, problemOf: (text: string) => string | null): Promise<string>;
  select<T extends string>(
    message: string,
    choices: { value: T; label: string; hint?: string }[],
  ): Promise<T>;
  confirm(message: string): Promise<boolean>;
  secret(message: string): Promise<string>;
}

/** Returns null if there is no terminal to ask in. */
export function openPrompt(): Prompt | null {
  return process.stdin.isTTY && process.stdout.isTTY ? terminal : null;
}

const terminal: Prompt = {
  text: async (message, initialValue, problemOf) => {
    const validate = (text = "") => problemOf(text) ?? undefined;
    return (await answer(clack.text({ message, initialValue, validate }))).trim();
  },
  select: async <T extends string>(
    message: string,
    choices: { value: T; label: string; hint?: string }[],
  ): Promise<T> => {
    // The library's type of options depends on T in a way that TypeScript cannot resolve here.
    const options = choices as unknown as clack.Option<string>[];
    return (await answer(clack.select<string>({ message, options }))) as T;
  },
  confirm: (message) => answer(clack.confirm({ message })),
  secret: (message) => answer(clack.password({ message })),
};

/** @throws CommandError if the person presses Ctrl-C */
async function answer<T>(asked: Promise<T>): Promise<Exclude<T, symbol>> {
  const value = await asked;
  if (clack.isCancel(value)) throw new CommandError("Stopped. Run npm run deploy again to go on.");
  return value as Exclude<T, symbol>;
}
