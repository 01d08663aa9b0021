import { type Finding, quantile } from '../support/figures.ts';
import { serverTime } from '../support/server-time.ts';

/** Typed letter by letter: accents left out, a rare name, one wrong letter, two names, a name that all have, an address. */
const TYPED = ['jose', 'muller', 'obrien', 'king 777', 'garcai', 'zielinksi', 'lucja skoda', 'ada', 'ada lovelace', 'king.77@exa'];
const ROUNDS = 8;

const texts = TYPED.flatMap((text) => Array.from(text, (_, place) => text.slice(0, place + 1)));

/** Measures the search as people type, one call for each letter, with 110,000 sign-ups. */
export async function benchSearch(server: string, get: (path: string) => Promise<unknown>): Promise<Finding[]> {
  const times: number[] = [];
  const typeAll = async () => {
    for (const text of texts) {
      const startedAt = performance.now();
      await get(`/api/search?q=${encodeURIComponent(text)}`);
      times.push(performance.now() - startedAt);
    }
  };
  await typeAll();
  times.length = 0;
  const average = await serverTime(server, 'GET /api/search', async () => {
    for (let round = 0; round < ROUNDS; round += 1) await typeAll();
  });
  const sorted = times.toSorted((a, b) => a - b);
  return [
    { what: 'search as one types, by the clock of the server', figure: average, unit: 'ms', limit: { atMost: 50 } },
    { what: 'that, the whole call, median', figure: quantile(sorted, 0.5), unit: 'ms' },
    { what: 'that, the whole call, p99', figure: quantile(sorted, 0.99), unit: 'ms', limit: { atMost: 150 } },
  ];
}
