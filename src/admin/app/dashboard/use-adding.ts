import { useSearchParams } from 'react-router';

type Addable = 'series' | 'form' | 'feedback';

/** Which add dialog is open, kept in the address as `?add=series`. */
export function useAdding() {
  const [params, setParams] = useSearchParams();
  return {
    adding: params.get('add'),
    setAdding: (adding: Addable | undefined) => setParams(adding === undefined ? {} : { add: adding }, { replace: true }),
  };
}
