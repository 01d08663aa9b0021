import type { TypedValues } from '#signup/view.ts';
import { type CachedPart, cachePart, type PageParts } from './page-parts.ts';
import { type ValueSlot, valueSlots } from './value-slots.ts';

/** The page of a form up to where each visitor's own part begins, rendered and compressed once. */
export interface CachedPage {
  /** Without values in its controls. */
  readonly empty: PageParts;
  /** With these values in its controls. */
  readonly prefilled: (values: TypedValues) => PageParts;
}

interface SplitPage {
  /** The parts around the slots, so one more. */
  readonly parts: readonly CachedPart[];
  readonly slots: readonly ValueSlot[];
}

function splitAtSlots(html: string, slots: readonly ValueSlot[]): SplitPage {
  const starts = [0, ...slots.map(({ end }) => end)];
  const ends = [...slots.map(({ start }) => start), html.length];
  return { parts: starts.map((start, index) => cachePart(html.slice(start, ends[index]))), slots };
}

/**
 * Compresses the page of an empty form.
 * @param from index in `html` at which the form begins
 * @param names of the controls that can be prefilled
 */
export function cachePage(html: string, from: number, names: readonly string[]): CachedPage {
  const empty = [cachePart(html)];
  // Split only when needed: most forms are never opened with values in the address.
  let split: SplitPage | undefined;
  return {
    empty,
    prefilled: (values) => {
      split ??= splitAtSlots(html, valueSlots(html, from, names));
      const { parts, slots } = split;
      return parts.flatMap((part, index) => {
        const text = slots[index]?.fill(values) ?? '';
        return text === '' ? [part] : [part, text];
      });
    },
  };
}
