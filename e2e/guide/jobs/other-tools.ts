import { Buffer } from 'node:buffer';
import type { Steps } from '../tour.ts';
import { buildBreakfasts, EVENT, PEOPLE } from './sample.ts';

const FILE = [
  'api_id,name,first_name,last_name,email,approval_status,checked_in_at,ticket_name',
  'g1,Amara Nwosu,Amara,Nwosu,amara.nwosu@kestrel.example,approved,,Standard',
  'g2,Tomasz van der Berg,,,tomasz@brightwater.example,approved,,Standard',
  'g3,Priya Raman,Priya,Raman,priya.raman@oakfield.example,declined,,Standard',
  'g4,Siân Prosser,Siân,Prosser,sian.prosser@llanfair.example,pending_approval,,Standard',
].join('\n');

export const otherTools: Steps = async ({ db, page, open }) => {
  const { path } = await buildBreakfasts(db, PEOPLE.slice(0, 1));
  await open(path);
  await page.getByRole('article', { name: EVENT }).getByRole('button', { name: 'Upload CSV' }).click();
  const dialog = page.getByRole('dialog', { name: /^Upload CSV/ });
  await dialog.getByLabel('Choose a CSV file').setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  await dialog.getByRole('button', { name: 'Check 4 rows' }).click();
  await dialog.getByText("Luma guest list: 2 people aren't coming and are skipped.").waitFor();
  await dialog.getByRole('button', { name: 'Add 2' }).click();
  await dialog.getByText('4 rows: 2 added, 2 not confirmed').waitFor();
};
