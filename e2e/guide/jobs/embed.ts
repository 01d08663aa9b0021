import type { Steps } from '../tour.ts';
import { buildBreakfasts } from './sample.ts';

export const embed: Steps = async ({ db, page, open, picture }) => {
  const { path } = await buildBreakfasts(db);
  await open(path);
  const settings = page.getByRole('button', { name: 'Settings' });
  await settings.click();
  const menu = page.getByRole('menu', { name: 'Settings' });
  await picture('embed-menu', [settings, menu], menu.getByRole('menuitem', { name: 'Embed code…' }));
  await menu.getByRole('menuitem', { name: 'Embed code…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Embed/ });
  await dialog.getByText('Script', { exact: true }).click();
  await picture('embed-code', dialog, dialog.getByRole('button', { name: 'Copy' }));
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Share' }).click();
  const share = page.getByRole('dialog', { name: 'Share the form' });
  await share.getByRole('img', { name: 'QR code for the form' }).waitFor();
  const copy = share.getByRole('button', { name: 'Copy' });
  await picture('embed-share', [page.getByRole('button', { name: 'Share' }), share.getByRole('heading', { level: 2 }), copy], copy);
};
