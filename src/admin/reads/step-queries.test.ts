import '#admin/testing/window.ts';
import { describe, expect, test } from 'vitest';
import { attentionChoices, readAttentionScope } from './step-queries.ts';

describe('which failed steps are listed', () => {
  test.each([
    ['', undefined],
    ['series=&form=', undefined],
    ['series=s1', { kind: 'series', id: 's1' }],
    ['form=f1', { kind: 'marketing', id: 'f1' }],
    ['form=f1&series=s1', { kind: 'series', id: 's1' }],
  ])('the address ?%s', (search, of) => {
    expect(readAttentionScope(new URLSearchParams(search))).toEqual(of);
  });

  test('the choices are all, then each series and form, and include steps that are still retried', () => {
    const choices = attentionChoices({
      failed: 3,
      retrying: 2,
      series: [{ id: 's1', title: 'Brunch', failed: 3, retrying: 1 }],
      forms: [{ id: 'f1', title: 'Brochure', failed: 0, retrying: 1 }],
    });
    expect(choices.map(({ label, steps }) => [label, steps])).toEqual([
      ['All', 5],
      ['Brunch', 4],
      ['Brochure', 1],
    ]);
    expect(choices.map(({ of }) => of?.id)).toEqual([undefined, 's1', 'f1']);
  });
});
