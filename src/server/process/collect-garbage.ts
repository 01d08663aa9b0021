import v8 from 'node:v8';
import vm from 'node:vm';

/** Refused requests that leave some 20 MB of garbage. */
const MANY = 1_000;
/** Long enough for their answers to be sent; before that, nothing can be collected. */
const DELAY_MS = 500;

v8.setFlagsFromString('--expose-gc');
const gc: unknown = vm.runInNewContext('gc');

function collectAll(): void {
  if (typeof gc === 'function') Reflect.apply(gc, undefined, [{ type: 'major', flavor: 'last-resort' }]);
}

/** Collects garbage after many refused requests: having waited for seconds they are old, and V8 would let them grow by 200 MB. */
export function createGarbageCollector(): (refused: number) => void {
  let total = 0;
  return (refused) => {
    total += refused;
    if (total < MANY) return;
    total = 0;
    setTimeout(collectAll, DELAY_MS).unref();
  };
}
