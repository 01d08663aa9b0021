import type { TypedValues } from '#signup/view.ts';
import { type FrozenPart, freezePart, type SplicedPage } from './spliced-page.ts';
import { type ValueSlot, valueSlots } from './value-slots.ts';

/** The page of a form that nobody has filled in yet, up to where a visitor's own part begins: rendered and compressed once. */
export interface BlankPage {
  /** For whom comes without values: one part. */
  readonly blank: SplicedPage;
  /** The same page with these values in its controls. */
  readonly filledIn: (values: TypedValues) => SplicedPage;
}

interface Cut {
  /** One more than there are slots. */
  readonly parts: readonly FrozenPart[];
  readonly slots: readonly ValueSlot[];
}

function cutAt(html: string, slots: readonly ValueSlot[]): Cut {
  const starts = [0, ...slots.map(({ end }) => end)];
  const ends = [...slots.map(({ start }) => start), html.length];
  return { parts: starts.map((start, index) => freezePart(html.slice(start, ends[index]))), slots };
}

/**
 * Freezes the page of a form.
 * @param from where the form begins in `html`
 * @param names of the controls that can be filled in beforehand
 */
export function blankPage(html: string, from: number, names: readonly string[]): BlankPage {
  const blank = [freezePart(html)];
  // Only for those who need it: most forms are never opened with values in their address.
  let cut: Cut | undefined;
  return {
    blank,
    filledIn: (values) => {
      cut ??= cutAt(html, valueSlots(html, from, names));
      const { parts, slots } = cut;
      return parts.flatMap((part, index) => {
        const text = slots[index]?.fill(values) ?? '';
        return text === '' ? [part] : [part, text];
      });
    },
  };
}
