import { useNavigate } from 'react-router';
import { paths } from '#admin/paths.ts';
import { pageBack } from './visited.ts';

/** Leaves the page of something deleted: one page back, or to the dashboard when that page had `part` in its address too. */
export function useLeaveDeleted(part: string): () => void {
  const navigate = useNavigate();
  return () => {
    const back = pageBack();
    if (back === undefined || back.includes(part)) void navigate(paths.home, { replace: true });
    else void navigate(-1);
  };
}
