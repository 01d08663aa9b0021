function navigation(): PerformanceNavigationTiming | undefined {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming ? entry : undefined;
}

/** When the page began to arrive, in milliseconds of `performance.now()`. */
export const pageReceivedAt = (): number => navigation()?.responseStart ?? 0;

/** Whether the visitor went back to the page: browsers then take it from their cache, however old it is. */
export const mayBeOldPage = (): boolean => navigation()?.type === 'back_forward';
