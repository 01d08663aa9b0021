import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestServer } from '#server/testing/server.ts';

const server = await createTestServer();

interface Choice {
  readonly slot: number;
  readonly must: boolean;
}

/** What each sign-up gets, when they come one by one. */
function grantOneByOne(signUps: readonly (readonly Choice[])[], places: readonly number[]): string[] {
  const free = [...places];
  return signUps.flatMap((wishes) => {
    const isFull = ({ slot, must }: Choice): boolean => must && (free[slot] ?? 0) <= 0;
    if (wishes.some(isFull)) return wishes.map((wish) => (isFull(wish) ? 'f' : 'r'));
    return wishes.map(({ slot }) => {
      if ((free[slot] ?? 0) <= 0) return 'w';
      free[slot] = (free[slot] ?? 0) - 1;
      return 'p';
    });
  });
}

test('PLC-19, PLC-20: places are granted to a batch as if its sign-ups came one by one', async () => {
  const wishes = fc.uniqueArray(fc.record({ slot: fc.nat(3), must: fc.boolean() }), { selector: ({ slot }) => slot, minLength: 1 });
  const given = fc.tuple(fc.array(wishes, { minLength: 1, maxLength: 12 }), fc.array(fc.nat(4), { minLength: 4, maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(given, async ([signUps, free]) => {
      const lines = signUps.flatMap((chosen, turn) => chosen.map((wish) => ({ turn: turn + 1, ...wish })));
      const { rows } = await server.pool.query<{ gets: string[] }>('select to_json(grant_places($1, $2, $3, $4)) as gets', [
        lines.map(({ turn }) => turn),
        lines.map(({ slot }) => slot + 1),
        lines.map(({ must }) => must),
        free,
      ]);
      expect(rows[0]?.gets).toEqual(grantOneByOne(signUps, free));
    }),
    { numRuns: 300 },
  );
});
