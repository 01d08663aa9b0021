import { Buffer } from 'node:buffer';
import type { Locator, Page, Request } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { startAttendeeScreen } from './attendee-screen.ts';

/** Path of the calls that add one row each. */
export const ADDS = '**/api/event_series/*/event/*/submission/add';

/** CSV rows of new people, below `first_name,last_name,email`. */
export const people = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Person,Number ${index},p${index}@import.example`);

/** The CSV import of an event, as staff use it. */
interface ImportDialog {
  readonly dialog: () => Locator;
  /** Opens the dialog from the series page. */
  readonly open: () => Promise<void>;
  readonly choose: (content: string | Buffer, name?: string) => Promise<void>;
  /** Chooses a file and continues to the check of its rows. */
  readonly check: (content: string | Buffer, name?: string) => Promise<void>;
  /** Opens the dialog and checks a file with these rows below `first_name,last_name,email`. */
  readonly chooseRows: (rows: readonly string[]) => Promise<void>;
  readonly press: (button: string | RegExp) => Promise<void>;
  readonly says: (text: string | RegExp) => Promise<void>;
  /** Waits until this many rows would be added, updated, corrected and skipped. */
  readonly plans: (...expected: readonly number[]) => Promise<void>;
  /** Waits until this many rows were added, updated, skipped and have failed. */
  readonly did: (...expected: readonly number[]) => Promise<void>;
}

interface ImportPlace {
  readonly page: () => Page;
  readonly url: string;
  readonly series: () => { readonly path: string };
}

export function driveImport(screen: ImportPlace, eventTitle = 'Leading through change'): ImportDialog {
  const page = (): Page => screen.page();
  const dialog = () => page().getByRole('dialog', { name: `Upload CSV to ‘${eventTitle}’` });
  const open = async () => {
    await page().goto(`${screen.url}${screen.series().path}`);
    const tools = page().getByRole('group', { name: `Tools for ${eventTitle}` });
    const direct = tools.getByRole('button', { name: 'Upload CSV' });
    await tools.waitFor();
    if ((await direct.count()) > 0) await direct.click();
    else {
      await tools.getByRole('button', { name: /^More/ }).click();
      await page().getByRole('menuitem', { name: 'Upload CSV' }).click();
    }
    await dialog().getByText('Choose a CSV file').waitFor();
  };
  const choose = async (content: string | Buffer, name = 'open-day-list.csv') =>
    dialog()
      .getByLabel('Choose a CSV file')
      .setInputFiles({ name, mimeType: name.endsWith('.csv') ? 'text/csv' : 'text/plain', buffer: Buffer.from(content) });
  const press = async (button: string | RegExp) => dialog().getByRole('button', { name: button, exact: true }).last().click();
  const check = async (content: string | Buffer, name?: string) => {
    await choose(content, name);
    await press(/^Check /);
  };
  const expectFigures = async (list: string, expected: readonly number[]) => {
    const figures = dialog().getByRole('list', { name: list }).locator('strong');
    await expect.poll(async () => (await figures.allInnerTexts()).map(Number)).toEqual(expected);
  };
  return {
    dialog,
    open,
    choose,
    check,
    chooseRows: async (rows) => {
      await open();
      await check(['first_name,last_name,email', ...rows].join('\n'));
    },
    press,
    says: async (text) => dialog().getByText(text).first().waitFor(),
    plans: async (...expected) => expectFigures('What the import would do', expected),
    did: async (...expected) => expectFigures('What the import did', expected),
  };
}

/** Starts the product for a test file; routes and listeners are removed after each test. */
export async function startImportScreen() {
  const screen = await startAttendeeScreen();
  const { db, page, series } = screen;

  afterEach(async () => {
    page().removeAllListeners('request');
    await page().unrouteAll({ behavior: 'ignoreErrors' });
    await page().emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  });

  const attendeesOf = async (eventId: string) =>
    db
      .selectFrom('submissions')
      .innerJoin('registrations', 'registrations.submission_id', 'submissions.id')
      .selectAll('submissions')
      .where('registrations.event_id', '=', eventId)
      .orderBy('email')
      .execute();
  return {
    ...screen,
    ...driveImport(screen),
    attendeesOf,
    /** The attendees that imports have added to the event. */
    imported: async () => (await attendeesOf(series().events.full)).filter(({ email }) => email.endsWith('@import.example')),
    /** Collects the adds that the page sends from now on. */
    watchAdds: (): Request[] => {
      const adds: Request[] = [];
      page().on('request', (request) => {
        if (request.url().endsWith('/submission/add')) adds.push(request);
      });
      return adds;
    },
  };
}
