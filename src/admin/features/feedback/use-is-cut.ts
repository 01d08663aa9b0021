import { type RefCallback, useCallback, useState } from 'react';

/** Whether a clamped text has more lines than it shows, also after its width has changed. Put the ref on the element. */
export function useIsCut(): [RefCallback<HTMLElement>, boolean] {
  const [isCut, setCut] = useState(false);
  const ref = useCallback((element: HTMLElement) => {
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isCut];
}
