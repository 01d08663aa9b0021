import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { focusInPlace } from '../focus.ts';

/** Scrolls to the part that the address points to once it is rendered, and focuses it or its first control. */
export function useScrollToAnchor(isRendered: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isRendered || hash === '') return;
    // After `Root` has scrolled to the top.
    const frame = requestAnimationFrame(() => {
      const part = document.getElementById(hash.slice(1));
      const target =
        part?.hasAttribute('tabindex') === true ? part : part?.querySelector<HTMLElement>('button:not(fieldset *), input, textarea');
      target?.scrollIntoView({ block: 'center' });
      focusInPlace(target);
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, isRendered]);
}
