import { useSearchParams } from 'react-router';
import type { FormRef } from '#contract/form-ref.ts';

type Addable = FormRef['kind'] | 'feedback';

/** Which add dialog is open, kept in the address as `?add=series`. */
export function useAdding() {
  const [params, setParams] = useSearchParams();
  return {
    adding: params.get('add'),
    setAdding: (adding: Addable | undefined) =>
      setParams(
        (old) => {
          const written = new URLSearchParams(old);
          if (adding === undefined) written.delete('add');
          else written.set('add', adding);
          return written;
        },
        { replace: true },
      ),
  };
}
