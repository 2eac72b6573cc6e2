/** Asks DNS over HTTPS, as the Worker does. */

/** Returns whether a name has an address; null if DNS could not be asked. */
export async function resolves(name: string, dohUrl: string): Promise<boolean | null> {
  const answers = await Promise.all(["A", "AAAA"].map((type) => ask(name, type, dohUrl)));
  if (answers.includes(true)) return true;
  return answers.includes(null) ? null : false;
}

const TIMEOUT_MS = 5_000;
const NXDOMAIN = 3;
const TYPE_NUMBERS = { A: 1, AAAA: 28 };

async function ask(name: string, type: string, dohUrl: string): Promise<boolean | null> {
  const url = new URL(dohUrl);
  url.searchParams.set("name", name);
  url.searchParams.set("type", type);
  try {
    const response = await fetch(url, {
      headers: { Accept: "application/dns-json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { Status, Answer = [] } = (await response.json()) as {
      Status: number;
      Answer?: { type: number }[];
    };
    if (Status === NXDOMAIN) return false;
    if (Status !== 0) return null;
    return Answer.some((answer) => Object.values(TYPE_NUMBERS).includes(answer.type));
  } catch {
    return null;
  }
}
