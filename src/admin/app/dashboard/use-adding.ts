import { useSearchParams } from 'react-router';
import type { FormRef } from '#contract/form-ref.ts';

type Addable = FormRef['kind'] | 'feedback';

/** Which add dialog is open, kept in the address as `?add=series`. */
export function useAdding() {
  const [params, setParams] = useSearchParams();
  return {
    adding: params.get('add'),
    setAdding: (adding: Addable | undefined) => setParams(adding === undefined ? {} : { add: adding }, { replace: true }),
  };
}
