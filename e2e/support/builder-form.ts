import type { Locator, Page, Request } from 'playwright-core';
import type { Db } from '#server/db/connection.ts';
import { buildEvent, buildField, buildSeries } from '#server/testing/form-rows.ts';

/** The sample form of the design: seven fields, two of them brunch menus, one of a hidden event. */
export interface PicturedForm {
  readonly id: string;
  /** Path of its builder. */
  readonly path: string;
  readonly events: { readonly brunch: string; readonly hidden: string };
}

/** Makes a series with the sample form. */
export async function buildPicturedForm(db: Db): Promise<PicturedForm> {
  const id = await buildSeries(db, { title: 'Leadership Essentials' });
  const owner = { form_id: id };
  const brunch = await buildEvent(db, id, { title: 'Leading through change', starts_at: '2054-11-26T09:30:00Z', is_brunch: true });
  await buildEvent(db, id, { title: 'Coaching skills for managers', starts_at: '2054-12-03T10:00:00Z' });
  const hidden = await buildEvent(db, id, {
    title: 'Open day, March',
    starts_at: '2055-03-02T10:00:00Z',
    is_brunch: true,
    is_on_form: false,
  });
  const menu = { type: 'select', is_brunch: true } as const;
  await buildField(db, owner, { label: 'Dietary needs', position: 0, show_on_slack: true });
  await buildField(db, owner, {
    ...menu,
    label: 'Brunch',
    position: 1,
    is_required: true,
    show_on_slack: true,
    options: ['Full English', 'Vegetarian', 'Pastries only'],
    brunch_event_id: brunch,
  });
  await buildField(db, owner, {
    ...menu,
    label: 'Brunch at the open day',
    position: 2,
    options: ['Continental', 'Cooked'],
    brunch_event_id: hidden,
  });
  await buildField(db, owner, {
    label: 'How did you hear of us?',
    type: 'select',
    position: 3,
    options: ['A colleague', 'Newsletter', 'Search', 'Other'],
  });
  await buildField(db, owner, { label: 'What would make this day worth it for you?', type: 'textarea', position: 4 });
  await buildField(db, owner, { label: 'I will attend in person', type: 'checkbox', position: 5, is_required: true });
  await buildField(db, owner, {
    label: 'We keep your details for two years. See https://harbour.example/privacy.',
    type: 'disclaimer',
    position: 6,
  });
  return { id, path: `/leadership-essentials/events-series/${id}/create`, events: { brunch, hidden } };
}

export interface BuilderScreen {
  readonly page: Page;
  readonly panel: Locator;
  readonly preview: ReturnType<Page['frameLocator']>;
  readonly saveButton: Locator;
  /** The row of the field with this label. */
  readonly row: (label: string) => Locator;
  /** The labels in the order of the list. */
  readonly labels: () => Promise<string[]>;
  /** Bodies of the calls that have changed fields, in order. */
  readonly sent: { readonly call: 'add' | 'edit' | 'delete'; readonly fieldId: string | undefined; readonly body: unknown }[];
  readonly chooseType: (name: string) => Promise<void>;
}

const CALL = /\/events?[-_]series\/[^/]+\/(addeventseriesformfields|eventseriesformfield\/([^/]+)\/(edit|delete))/;

function noteCall(request: Request, sent: BuilderScreen['sent']): void {
  const [, call, fieldId, change] = CALL.exec(request.url()) ?? [];
  if (call === undefined) return;
  sent.push({ call: change === 'edit' || change === 'delete' ? change : 'add', fieldId, body: request.postDataJSON() });
}

/** Opens a builder and waits for its list. */
export async function openBuilder(page: Page, address: string): Promise<BuilderScreen> {
  const sent: BuilderScreen['sent'] = [];
  page.on('request', (request) => noteCall(request, sent));
  await page.goto(address);
  await page.getByRole('heading', { name: /^Form Fields \(/ }).waitFor();
  const panel = page.getByRole('form', { name: 'Add New Field' });
  const rows = page.locator('[data-field]');
  return {
    page,
    panel,
    sent,
    preview: page.frameLocator('iframe[title="Preview of the form"]'),
    saveButton: page.getByRole('button', { name: /^Save Form/ }),
    row: (label) => rows.filter({ has: page.getByRole('heading', { name: label, exact: true }) }),
    labels: async () => rows.getByRole('heading').allTextContents(),
    chooseType: async (name) => {
      await panel.getByRole('combobox', { name: 'Type' }).click();
      await page.getByRole('option', { name }).click();
    },
  };
}

/** The toast or note with this text. */
export const alert = (page: Page, text: string): Locator => page.getByRole('alert').filter({ hasText: text });

/** Reloads the builder and waits for its list. */
export async function reload({ page }: BuilderScreen): Promise<void> {
  await page.reload();
  await page.getByRole('heading', { name: /^Form Fields \(/ }).waitFor();
}
