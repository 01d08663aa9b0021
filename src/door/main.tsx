import './door.css';
import { createRoot } from 'react-dom/client';
import { randomUuid } from '#admin/api/random-uuid.ts';
import { leaveKeysToInputMethods } from '#admin/ui/input-methods.ts';
import { Door } from './phone/door.ts';
import { soon } from './phone/pause.ts';
import { DoorStorage, keepPage } from './phone/storage.ts';
import { Screen } from './screen.tsx';

const PHONE = 'turnout:phone';
/** Some browsers never answer whether they can store anything. */
const KEPT_WITHIN_MS = 3_000;

/** The name of this phone, which it generates once. */
function phoneName(): string {
  const made = randomUuid();
  try {
    const name = localStorage.getItem(PHONE) ?? made;
    localStorage.setItem(PHONE, name);
    return name;
  } catch {
    return made; // A browser that stores nothing.
  }
}

/** Parts otherwise loaded at the first scan. */
async function loadScanner(): Promise<unknown> {
  await import('./scan/scan-page.tsx');
  if ('BarcodeDetector' in window) return undefined;
  return import('qr/decode.js').then((all) => all.default);
}

async function start(container: HTMLElement): Promise<void> {
  // Only its 22 letters: chat apps may include what follows a link, such as a full stop.
  const token = location.hash.slice(1, 23);
  const door = new Door(token, phoneName(), await Promise.race([DoorStorage.open(token), soon(KEPT_WITHIN_MS)]));
  createRoot(container).render(<Screen door={door} />);
  await door.open(async () => keepPage(loadScanner));
}

leaveKeysToInputMethods();
// Another link opened in the same tab only changes the fragment.
window.addEventListener('hashchange', () => location.reload());
const container = document.getElementById('door');
if (container !== null) void start(container);
