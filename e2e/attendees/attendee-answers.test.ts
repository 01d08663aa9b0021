import { describe, expect, test } from 'vitest';
import { expectAccessibleViews, expectShown, leaveAndStay, PHONE } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { startAttendeeScreen } from './attendee-screen.ts';

const { db, url, page, series, row, openAttendee } = await startAttendeeScreen();

const editor = () => page().getByRole('form', { name: 'Edit Tomasz Zieliński' });

async function openEditor(): Promise<void> {
  await openAttendee('Tomasz Zieliński');
  await page().getByRole('button', { name: 'Edit', exact: true }).click();
  await editor().waitFor();
}

async function storedAnswers() {
  const attendees = db.selectFrom('submissions').select('answers').where('form_id', '=', series().id);
  return (await attendees.where('first_name', '=', 'Tomasz').executeTakeFirstOrThrow()).answers;
}

describe('Edit in an open attendee', () => {
  test('EXTRA-28: turns the answers into the form’s inputs, shows the previous answers, and saves them', async () => {
    await openEditor();
    await expectFocused(editor().getByLabel('First name'));
    await editor().getByLabel('Brunch').selectOption('Vegan');
    await editor().getByLabel('Dietary needs').fill('No nuts, no fish');
    await expectShown(editor().getByText('Was: Full English'));
    await expectShown(editor().getByText('2 unsaved changes'));
    await editor().getByRole('button', { name: 'Save' }).click();
    await editor().waitFor({ state: 'detached' });
    await expectShown(page().locator('dl').getByText('No nuts, no fish'));
    expect(await storedAnswers()).toMatchObject({ brunch: 'Vegan', dietary_needs: 'No nuts, no fish' });
    const edit = page().getByRole('button', { name: 'Edit', exact: true });
    await expectFocused(edit);
  });

  test('USE-45: after the address of one is corrected neither is a duplicate, and with the address of another both are', async () => {
    const correct = async (name: string, email: string) => {
      await openAttendee(name);
      await page().getByRole('button', { name: 'Edit', exact: true }).click();
      const form = page().getByRole('form', { name: `Edit ${name}` });
      await form.getByLabel('Email').fill(email);
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'detached' });
    };
    await correct('Helen Armitage', 'd.okafor@oakfield.example');
    await expect.poll(async () => row('Daniel Okafor').textContent()).toContain('Duplicate');
    expect(await row('Helen Armitage').textContent()).toContain('Duplicate');
    await correct('Daniel Okafor', 'daniel@oakfield.example');
    await expect.poll(async () => row('Helen Armitage').textContent()).not.toContain('Duplicate');
    expect(await row('Helen Armitage').locator('[data-column="signups_count"]').innerText()).toMatch(/1$/);
  });

  test('EXTRA-28: an answer that a colleague has just saved is shown at its input, and nothing typed is lost', async () => {
    await openEditor();
    await editor().getByLabel('Dietary needs').fill('No eggs');
    await db
      .updateTable('submissions')
      .set({
        answers: JSON.stringify({ ...(await storedAnswers()), dietary_needs: 'No milk' }),
        version: 2,
        field_versions: JSON.stringify({ 'answers.dietary_needs': 2 }),
      })
      .where('first_name', '=', 'Tomasz')
      .execute();
    await editor().getByRole('button', { name: 'Save' }).click();
    await expectShown(editor().getByText('‘No milk’'));
    await editor().getByRole('button', { name: 'Keep mine: Dietary needs' }).click();
    await editor().getByRole('button', { name: 'Save' }).click();
    await editor().waitFor({ state: 'detached' });
    expect(await storedAnswers()).toMatchObject({ dietary_needs: 'No eggs' });
  });

  test('USE-22: a changed address that looks mistyped is questioned', async () => {
    await openEditor();
    await editor().getByLabel('Email').fill('tomasz@gmial.com');
    await editor().getByRole('button', { name: 'Did you mean gmail.com?' }).press('Enter');
    await expectFocused(editor().getByLabel('Email'));
    expect(await editor().getByLabel('Email').inputValue()).toBe('tomasz@gmail.com');
    await expectAccessibleViews(page());
    await editor().getByRole('button', { name: 'Discard' }).click();
    await page().getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await editor().waitFor({ state: 'detached' });
  });

  test('EXTRA-28: typed text stays while the row is closed, and leaving the page asks', async () => {
    await openEditor();
    await editor().getByLabel('Email').fill('tomasz@');
    const tells = editor().getByRole('checkbox', { name: /^Tell .* that their place was passed on$/ });
    await expectShown(tells);
    await editor().getByLabel('Email').fill('<t.zielinski@brightwater.example>');
    expect(await tells.count(), 'SLF-36').toBe(0);
    await editor().getByLabel('Email').fill('tomasz@');
    await page().getByRole('button', { name: 'Details of Priya Raman' }).click();
    await editor().waitFor({ state: 'detached' });
    await page().getByRole('button', { name: 'Details of Tomasz Zieliński' }).click();
    expect(await editor().getByLabel('Email').inputValue()).toBe('tomasz@');
    expect(await tells.isChecked(), 'SLF-36').toBe(false);
    await editor().getByRole('button', { name: 'Save' }).click();
    await expectShown(editor().getByText('Please enter a valid email address'));
    await leaveAndStay(page(), page().getByRole('link', { name: 'Statistics' }));
    await editor().getByRole('button', { name: 'Discard' }).click();
    await page().getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await editor().waitFor({ state: 'detached' });
  });

  test('is accessible, also on a phone and in the dark scheme', async () => {
    await openEditor();
    await editor().getByLabel('Dietary needs').fill('No eggs');
    await expectAccessibleViews(page());
    await page().setViewportSize(PHONE);
    await expectShown(editor().getByText('Was: No nuts, please'));
  });
});

describe('an answer in its own column', () => {
  test.each([
    ['of words', 'word '.repeat(2_000)],
    ['without blanks', 'x'.repeat(10_000)],
    ['of many lines', 'one\n'.repeat(2_000)],
    ['of emoji', '👩‍🚀'.repeat(2_000)],
    ['in Chinese', '答'.repeat(5_000)],
    ['in Hebrew', 'תשובה '.repeat(1_500)],
  ])('%s takes at most five lines, also on a phone; the details have all of it', async (_kind, answer) => {
    await db
      .updateTable('submissions')
      .set({ answers: JSON.stringify({ ...(await storedAnswers()), dietary_needs: answer }) })
      .where('first_name', '=', 'Tomasz')
      .execute();
    await page()
      .context()
      .addCookies([{ name: `screen-options-${series().id}`, value: 'dietary_needs', url }]);
    await openAttendee('Tomasz Zieliński');
    const heightOf = async () => (await row('Tomasz').boundingBox())?.height ?? 0;
    await expectShown(page().getByRole('columnheader', { name: 'Dietary needs' }));
    expect(await heightOf()).toBeLessThan(130);
    expect(await heightOf()).toBeGreaterThan(90);
    const whole = page()
      .locator('dd')
      .filter({ hasText: answer.slice(0, 40) });
    expect((await whole.textContent())?.trim()).toBe(answer.trim());
    await page().setViewportSize(PHONE);
    expect(await heightOf()).toBeLessThan(330);
  });
});
