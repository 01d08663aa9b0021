import { useAddressParam } from '#admin/ui/use-address-param.ts';

const ADDABLE = ['series', 'form', 'feedback'] as const;

export type Addable = (typeof ADDABLE)[number];

/** What the open add dialog adds, kept in the address as `?add=series`. */
export function useAdding() {
  const [named, setAdding] = useAddressParam('add');
  return { adding: ADDABLE.find((what) => what === named), setAdding: (what: Addable | undefined) => setAdding(what) };
}
