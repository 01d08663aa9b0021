import { useSearchParams } from 'react-router';

/** What the dashboard can add. */
type Addable = 'series' | 'form' | 'feedback';

/** Which dialog of the dashboard is open: it stands in the address, as `?add=series`. */
export function useAdding() {
  const [params, setParams] = useSearchParams();
  return {
    adding: params.get('add'),
    setAdding: (adding: Addable | undefined) => setParams(adding === undefined ? {} : { add: adding }, { replace: true }),
  };
}
