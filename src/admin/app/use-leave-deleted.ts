import { useNavigate } from 'react-router';
import { paths } from '#admin/paths.ts';
import { pageBack } from './visited.ts';

/**
 * Leaves the page of something that was deleted: goes one page back, or to the dashboard when the previous page belonged to it too or is
 * unknown. `part` is common to all its addresses, such as `/events-series/{id}`.
 */
export function useLeaveDeleted(part: string): () => void {
  const navigate = useNavigate();
  return () => {
    const back = pageBack();
    if (back === undefined || back.includes(part)) void navigate(paths.home, { replace: true });
    else void navigate(-1);
  };
}
