/** How the browser came to this page, and when, in milliseconds of `performance.now()`. */
export function pageLoad(): Partial<PerformanceNavigationTiming> {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming ? entry : {};
}
