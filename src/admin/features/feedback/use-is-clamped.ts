import { type RefCallback, useCallback, useState } from 'react';

/** Whether a clamped text is longer than what is shown, also after a resize. Attach the ref to the element. */
export function useIsClamped(): [RefCallback<HTMLElement>, boolean] {
  const [isCut, setCut] = useState(false);
  const ref = useCallback((element: HTMLElement) => {
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isCut];
}
