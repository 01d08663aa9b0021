import { useAddressParam } from '../frame/use-address-param.ts';

type Addable = 'series' | 'form' | 'feedback';

/** Which add dialog is open, kept in the address as `?add=series`. */
export function useAdding() {
  const [adding = null, setAdding] = useAddressParam('add');
  return { adding, setAdding: (what: Addable | undefined) => setAdding(what) };
}
