import '#admin/testing/window.ts';
import { expect, test } from 'vitest';
import { newFormField } from '#admin/testing/form-fakes.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { fieldKey } from '#contract/rules/field-key.ts';
import { copiedField } from './use-new-field.ts';

const field = (label: string, part: Partial<FormField> = {}): FormField =>
  newFormField({
    label,
    name: fieldKey(label),
    type: 'select',
    options: ['A', 'B'],
    required: true,
    show_on_slack: true,
    help_text: 'Help',
    ...part,
  });

test('BLD-35: a copy has all settings of the field, and a different label', () => {
  const menu = field('Menu');
  expect(copiedField(menu, [menu])).toEqual({
    type: 'select',
    label: 'Menu (copy)',
    required: true,
    options: ['A', 'B'],
    show_on_slack: true,
    brunch_event: false,
    brunch_event_id: null,
    help_text: 'Help',
    order: 2,
  });
  expect(copiedField(menu, [menu, field('Menu (copy)'), field('Menu (copy 2)')]).label).toBe('Menu (copy 3)');
  expect(copiedField(menu, [menu], ['Menu (copy)', 'Menu (copy 2)']).label).toBe('Menu (copy 3)');
});

test('BLD-35: a label of the maximum length is shortened, and so is the text of a disclaimer', () => {
  const long = field('x'.repeat(300));
  expect(copiedField(long, [long]).label).toMatch(/^x+ \(copy\)$/);
  expect(copiedField(long, [long]).label.length).toBeLessThanOrEqual(300);
  const text = field('y'.repeat(900), { type: 'disclaimer' });
  expect(copiedField(text, [text]).label).toHaveLength(907);
  const longest = field('y'.repeat(4_998), { type: 'disclaimer' });
  expect(copiedField(longest, [longest]).label).toMatch(/^y{4991} \(copy\)$/);
});

test.each([289, 290, 291, 292, 293, 294, 298])('BLD-35: a label with emoji after %d letters is copied without half of one', (letters) => {
  const long = field(`${'x'.repeat(letters)}${'🎉'.repeat(Math.floor((300 - letters) / 2))}`);
  const { label } = copiedField(long, [long]);
  expect([label.isWellFormed(), label.length > 296]).toEqual([true, true]);
});

test('BLD-35: a label is copied without part of an emoji that several letters make up', () => {
  const long = field(`${'x'.repeat(284)}👩🏽‍💻👩🏽‍💻`);
  expect(copiedField(long, [long]).label).toBe(`${'x'.repeat(284)}👩🏽‍💻 (copy)`);
});
