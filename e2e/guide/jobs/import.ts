import { Buffer } from 'node:buffer';
import type { Steps } from '../tour.ts';
import { buildBreakfasts, EVENT, PEOPLE } from './sample.ts';

const FILE = [
  'First name,Surname,E-mail,Company,Diet,Fax',
  'Amara,Nwosu,amara.nwosu@kestrel.example,Kestrel Housing,Vegetarian,',
  'Tomasz,Zieliński,t.zielinski@brightwater,Brightwater Clinic,,0161 555 0100',
  'Priya,Raman,priya.raman@oakfield.example,Oakfield College,No nuts,',
  'Siân,Prosser,sian.prosser@llanfair.example,Llanfair Council,,',
].join('\r\n');

export const importFile: Steps = async ({ db, page, open, picture }) => {
  const { path } = await buildBreakfasts(db, PEOPLE.slice(0, 2));
  await open(path);
  const card = page.getByRole('article', { name: EVENT });
  const upload = card.getByRole('button', { name: 'Upload CSV' });
  await upload.waitFor();
  await picture('import-card', card, upload);

  await upload.click();
  const dialog = page.getByRole('dialog', { name: /^Upload CSV/ });
  await dialog.getByLabel('Choose a CSV file').setInputFiles({ name: 'partner-list.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  await dialog.getByLabel('Diet goes to').selectOption('Dietary needs');
  await picture('import-columns', dialog, dialog.getByLabel('Diet goes to'));

  await dialog.getByRole('button', { name: 'Check 4 rows' }).click();
  await dialog.getByText('1 person is already in this event').waitFor();
  await dialog.getByLabel('Update the existing attendee').check();
  const address = dialog.getByLabel(/^Email, line 3/);
  await picture('import-rows', dialog, dialog.getByRole('cell').filter({ has: page.getByLabel(/^Email, line 3/) }));
  await address.fill('t.zielinski@brightwater.example');

  await dialog.getByRole('button', { name: 'Add 3, update 1' }).click();
  await dialog.getByText('Imported ‘partner-list.csv’.').waitFor();
  await picture('import-result', dialog);
};
