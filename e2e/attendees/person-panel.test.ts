import { describe, expect, test } from 'vitest';
import { expectAccessibleViews, expectShown, PHONE } from '../support/browser.ts';
import { startAttendeeScreen } from './attendee-screen.ts';

const { page, url, openAttendee, openTable, row } = await startAttendeeScreen();

const panel = (name: string) => page().getByRole('complementary', { name });
const tomasz = () => panel('Tomasz Zieliński');

async function openPerson(): Promise<void> {
  await openAttendee('Tomasz Zieliński');
  await page().getByRole('link', { name: 'Open person' }).click();
  await tomasz().waitFor();
}

const isFocused = async (text: string) => page().evaluate((words) => document.activeElement?.textContent?.includes(words), text);

describe('The panel of a person', () => {
  test('PRS-5: opens from an opened attendee beside the list, has its own address, and Back closes it', async () => {
    await openPerson();
    await expect.poll(() => isFocused('Tomasz Zieliński')).toBe(true);
    expect(new URL(page().url()).searchParams.get('person')).toMatch(/^[0-9a-f-]{36}$/);
    await expectShown(row('Priya Raman'));
    const address = page().url();
    await page().goBack();
    await tomasz().waitFor({ state: 'detached' });
    await page().goto(address);
    await tomasz().waitFor();
    await page().keyboard.press('Escape');
    await tomasz().waitFor({ state: 'detached' });
    expect(page().url()).not.toContain('person=');
  });

  test('PRS-5: an answer is corrected in place, and the list has it at once', async () => {
    await openPerson();
    await tomasz().getByLabel('Organisation').fill('Brightwater Trust');
    await expectShown(tomasz().getByText('1 unsaved change'));
    await tomasz().getByRole('button', { name: 'Save' }).click();
    await expectShown(row('Tomasz Zieliński').getByText('Brightwater Trust'));
    await tomasz().getByText('1 unsaved change').waitFor({ state: 'hidden' });
  });

  test('PRS-5: what is typed is not lost by closing or leaving', async () => {
    await openPerson();
    await tomasz().getByLabel('Organisation').fill('Typed');
    await page().keyboard.press('Escape');
    await page().getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await page().goBack();
    await page().getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    expect(await tomasz().getByLabel('Organisation').inputValue()).toBe('Typed');
    await tomasz().getByRole('button', { name: 'Close person' }).click();
    await page().getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await tomasz().waitFor({ state: 'detached' });
  });

  test('PRS-5: Alt+Enter in the search opens the person beside the page', async () => {
    await openTable();
    await page().keyboard.press('Control+k');
    await page().getByRole('combobox').fill('priya');
    await page().keyboard.press('Alt+Enter');
    await panel('Priya Raman').waitFor();
    expect(page().url()).toContain('event=');
  });

  test('says so when the person is not there any more', async () => {
    await page().goto(`${url}/home?person=00000000-0000-4000-8000-000000000000`);
    await expectShown(page().getByText('This person is not here any more'));
  });

  test('is accessible, also on a phone and in the dark scheme', async () => {
    await openPerson();
    await expectAccessibleViews(page());
    await page().setViewportSize(PHONE);
    await expectShown(tomasz().getByRole('heading', { name: 'Tomasz Zieliński' }));
  });
});
