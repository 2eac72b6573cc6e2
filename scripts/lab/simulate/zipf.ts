/**
 * The distribution of visits over aliases: the alias of rank k is visited in proportion to k to the power of minus
 * `exponent`. With 0 all are equal, with 1 the second is visited half as often as the first.
 */
export interface Popularity {
  aliases: number;
  exponent: number;
}

/**
 * Draws ranks from 1 on, in constant time and memory however many aliases there are: rejection
 * inversion, after W. Hörmann and G. Derflinger, "Rejection-inversion to generate variates from
 * monotone discrete distributions" (1996).
 */
export function zipfSampler({ aliases, exponent }: Popularity, random: () => number): () => number {
  const weight = (x: number) => x ** -exponent;
  const rest = 1 - exponent;
  // The integral of the weight, and its inverse; at an exponent of 1 they are ln and exp.
  const area = (x: number) => (rest === 0 ? Math.log(x) : Math.expm1(rest * Math.log(x)) / rest);
  const areaUpTo = (y: number) => (rest === 0 ? Math.exp(y) : Math.exp(Math.log1p(rest * y) / rest));
  const [least, most] = [area(1.5) - 1, area(aliases + 0.5)];
  return () => {
    for (;;) {
      const y = most + random() * (least - most);
      const rank = Math.min(aliases, Math.max(1, Math.round(areaUpTo(y))));
      if (y >= area(rank + 0.5) - weight(rank)) return rank;
    }
  };
}

/** Ranks up to this one are summed individually, higher ranks in blocks of a thousandth of their rank. */
const SINGLE_RANKS = 10_000;

/** The sum of a term over all aliases, each with its share of the visits. */
export function sumOverAliases(popularity: Popularity, term: (share: number) => number): number {
  const { exponent } = popularity;
  const total = sumOverRanks(popularity, (rank) => rank ** -exponent);
  return sumOverRanks(popularity, (rank) => term(rank ** -exponent / total));
}

function sumOverRanks({ aliases }: Popularity, term: (rank: number) => number): number {
  let sum = 0;
  for (let rank = 1; rank <= aliases;) {
    const width = rank <= SINGLE_RANKS ? 1 : Math.min(Math.ceil(rank / 1000), aliases + 1 - rank);
    sum += width * term(rank + (width - 1) / 2);
    rank += width;
  }
  return sum;
}

/** Returns the expected number of different aliases in a number of visits. */
export function expectAliases(popularity: Popularity, visits: number): number {
  return sumOverAliases(popularity, (share) => chanceOfAny(share, visits));
}

/**
 * Returns the expected number of different hosts if the aliases take turns on them. The most popular alias of each
 * host counts exactly, all others as evenly distributed.
 */
export function expectHosts(popularity: Popularity, hosts: number, visits: number): number {
  const total = sumOverRanks(popularity, (rank) => rank ** -popularity.exponent);
  const first = { ...popularity, aliases: Math.min(hosts, popularity.aliases) };
  const ofFirst = sumOverRanks(first, (rank) => rank ** -popularity.exponent / total);
  const others = (1 - ofFirst) / hosts;
  return sumOverRanks(first, (rank) => chanceOfAny(rank ** -popularity.exponent / total + others, visits));
}

/** Returns the probability that at least one of a number of visits has an item with this share. */
function chanceOfAny(share: number, visits: number): number {
  return -Math.expm1(visits * Math.log1p(-Math.min(share, 1)));
}
