import { useSearchParams } from 'react-router';

/** A parameter of the address and how to change it, without a history entry; undefined removes it. */
export function useAddressParam(name: string): readonly [string | undefined, (value: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const set = (value: string | undefined) =>
    setParams(
      (old) => {
        const written = new URLSearchParams(old);
        if (value === undefined) written.delete(name);
        else written.set(name, value);
        return written;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get(name) ?? undefined, set];
}
