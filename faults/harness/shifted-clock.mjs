// Loaded into a server before its own code: shifts its clock by CLOCK_OFF_MS milliseconds.
import process from 'node:process';

const offMs = Number(process.env.CLOCK_OFF_MS);
const plain = globalThis.Date;
const now = () => plain.now() + offMs;

globalThis.Date = new Proxy(plain, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
