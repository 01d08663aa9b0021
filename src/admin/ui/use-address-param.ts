import { useSearchParams } from 'react-router';

/** An address's parameters with this one changed, or removed if undefined. */
export function withParam(params: URLSearchParams, name: string, value: string | undefined): URLSearchParams {
  const written = new URLSearchParams(params);
  if (value === undefined) written.delete(name);
  else written.set(name, value);
  return written;
}

/** A parameter of the address and a function to change it without a history entry; undefined removes it. */
export function useAddressParam(name: string): readonly [string | undefined, (value: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const set = (value: string | undefined) => setParams((old) => withParam(old, name, value), { replace: true, preventScrollReset: true });
  return [params.get(name) ?? undefined, set];
}
