import { useNavigate } from 'react-router';
import { paths } from '#admin/paths.ts';
import { pageBack } from './visited.ts';

/**
 * Leaves the page of something that was deleted: one page back, or to the dashboard when that page belonged to it too or
 * is not known (decision 45). `part` is what the addresses of the deleted thing have in common, such as
 * `/events-series/{id}`.
 */
export function useLeaveDeleted(part: string): () => void {
  const navigate = useNavigate();
  return () => {
    const back = pageBack();
    if (back === undefined || back.includes(part)) void navigate(paths.home, { replace: true });
    else void navigate(-1);
  };
}
