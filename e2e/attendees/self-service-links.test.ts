import { expect, test } from 'vitest';
import * as texts from '#contract/texts/self-service-links.ts';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import { startAttendeeScreen } from './attendee-screen.ts';

const { db, page, series, openAttendee } = await startAttendeeScreen();

const NAME = 'Tomasz Zieliński';
const button = (name: string) => page().getByRole('button', { name, exact: true });
const copied = () => page().evaluate(() => navigator.clipboard.readText());
const letSelfServe = () => db.updateTable('forms').set({ self_service: true }).where('id', '=', series().id).execute();
const statusOf = async (link: string) => (await fetch(link)).status;

test('SLF-23: a link to the self-service page of an attendee is copied, one is mailed, and a new one ends all others, by keyboard too', async () => {
  await page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await letSelfServe();
  await openAttendee(NAME);
  await button(texts.COPY_LINK).click();
  await expectShown(page().getByText(texts.LINK_COPIED));
  const first = await copied();
  expect(first).toMatch(/\/registration\/[\w-]{22}$/);
  expect(await statusOf(first)).toBe(200);
  await button(texts.SEND_LINK).focus();
  await page().keyboard.press('Enter');
  await expectShown(page().getByText(/^A link is being sent to .+@.+\.$/));
  await expectShown(page().getByRole('region', { name: 'History' }).getByText('Link sent'));
  await button(texts.NEW_LINK).focus();
  await page().keyboard.press('Enter');
  const question = page().getByRole('dialog', { name: texts.createNewLinkFor(NAME) });
  await expectShown(question);
  await expect.poll(() => page().evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await expectAccessibleViews(page());
  await page().keyboard.press('Enter');
  await question.waitFor({ state: 'hidden' });
  expect(await statusOf(first)).toBe(200);
  await button(texts.NEW_LINK).click();
  await question.getByRole('button', { name: texts.CREATE_NEW_LINK }).click();
  await expectShown(page().getByText(texts.NEW_LINK_COPIED));
  expect([await statusOf(first), await statusOf(await copied())]).toEqual([404, 200]);
});

test('SLF-23: a link that cannot be copied is shown; without self-service pages there are none', async () => {
  await openAttendee(NAME);
  await expectShown(button('Delete Submission'));
  expect(await button(texts.COPY_LINK).count()).toBe(0);
  await letSelfServe();
  await openAttendee(NAME);
  await page().evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
  await button(texts.COPY_LINK).click();
  await expectShown(page().getByText(texts.LINK_NOT_COPIED));
  await expectShown(page().getByText(/\/registration\/[\w-]{22}$/));
});
