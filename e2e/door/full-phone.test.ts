import { expect, test } from 'vitest';
import { expectShown, openBrowser, openPage, PHONE } from '../support/browser.ts';
import { buildDoor, goOffline, tap } from '../support/door.ts';
import { startFormProduct } from '../support/public-forms.ts';

const { product, db } = await startFormProduct();

/** Leaves room for check-ins, but not for the list. */
function fillUp(): void {
  const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')?.value;
  IDBObjectStore.prototype.put = function putSmall(value: unknown, key) {
    if (Object(value).people !== undefined) throw new DOMException('', 'QuotaExceededError');
    return Reflect.apply(put, this, [value, key]);
  };
}

test('ATD-22: check-ins of a phone that has no room for the list are sent after it has opened another link', async () => {
  const door = await buildDoor(db);
  const page = await openPage(await openBrowser(), { viewport: PHONE });
  const context = page.context();
  await context.addInitScript(fillUp);
  await page.goto(`${product.url}/door#${await door.link('Front door')}`);
  await expectShown(page.getByText('Live'));
  await goOffline(page);
  await tap(page, 'Bevan');
  await expectShown(page.getByText('Offline – 1 check-in kept on this phone'));
  await page.close({ runBeforeUnload: false });
  await (await context.newPage()).goto(`${product.url}/door#${await door.link('Side entrance')}`);
  await expect.poll(door.here).toEqual(['Bevan']);
});
