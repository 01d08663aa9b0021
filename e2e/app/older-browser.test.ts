import { expect, test } from 'vitest';
import { startStaffProduct } from '../support/staff-product.ts';

const { open } = await startStaffProduct();

test('Safari of iOS 16, which lacks what came later, shows the dashboard and follows changes', async () => {
  const page = await open('/people');
  await page.addInitScript(() => {
    for (const [owner, name] of [
      [Map, 'groupBy'],
      [Object, 'groupBy'],
      [AbortSignal, 'any'],
      [RegExp, 'escape'],
      [URL, 'canParse'],
      [Promise, 'withResolvers'],
      [Promise, 'try'],
      [Array, 'fromAsync'],
      [Set.prototype, 'union'],
      [window, 'Iterator'],
      [window, 'requestIdleCallback'],
    ] as const)
      Reflect.deleteProperty(owner, name);
  });
  const follows = page.waitForResponse((answer) => answer.url().includes('/api/live?'));
  await page.goto(new URL('/home', page.url()).href);
  await page.getByText('Add your first series').waitFor();
  expect((await follows).status()).toBe(200);
});
