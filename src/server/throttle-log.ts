const EVERY_MS = 1_000;

/** Writes the first line of a kind immediately, then at most one a second: the latest, with the number of lines since. */
export function throttleLog<Line>(kindOf: (line: Line) => string, write: (line: Line, count: number) => void): (line: Line) => void {
  const kinds = new Map<string, { count: number; last: Line }>();
  function begin(kind: string, line: Line): void {
    const counted = { count: 0, last: line };
    kinds.set(kind, counted);
    write(line, 1);
    const timer = setInterval(() => {
      if (counted.count > 0) {
        write(counted.last, counted.count);
        counted.count = 0;
        return;
      }
      clearInterval(timer);
      kinds.delete(kind);
    }, EVERY_MS);
    timer.unref();
  }
  return (line) => {
    const kind = kindOf(line);
    const counted = kinds.get(kind);
    if (counted === undefined) begin(kind, line);
    else {
      counted.count += 1;
      counted.last = line;
    }
  };
}
