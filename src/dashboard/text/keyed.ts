type Keyed<Sentences> = { [Code in keyof Sentences & string as `reason.${Code}`]: string };

export function keyed<Sentences extends Record<string, string>>(sentences: Sentences): Keyed<Sentences> {
  const entries = Object.entries(sentences).map(([code, sentence]) => [`reason.${code}`, sentence]);
  return Object.fromEntries(entries) as Keyed<Sentences>;
}
