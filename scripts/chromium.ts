import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Machine = { env: NodeJS.ProcessEnv; platform: NodeJS.Platform };

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const macPlaces = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
const windowsPlaces = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** Where the browser of a machine usually is, the wish of its owner first. */
function candidates({ env, platform }: Machine): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = folders.flatMap((folder) => commands.map((command) => join(folder, command)));
  if (platform === 'darwin') return [...onPath, ...macPlaces];
  if (platform !== 'win32') return [...onPath, '/snap/bin/chromium'];
  const programs = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((folder) => folder !== undefined);
  return programs.flatMap((folder) => windowsPlaces.map((place) => `${folder}\\${place}`));
}

function isExecutable(path: string) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // absent or not ours to run: either way not a browser for us
  }
}

/**
 * The path of the Chromium, Chrome or Edge that the browser tests drive.
 * @throws Error that says what to install, or that CHROMIUM_PATH names no program.
 */
export function chromiumPath(machine: Machine = process): string {
  const wished = machine.env.CHROMIUM_PATH;
  if (wished && !isExecutable(wished)) throw new Error(`CHROMIUM_PATH is ${wished}, which is no program that can be run.`);
  const found = (wished ? [wished] : candidates(machine)).find(isExecutable);
  if (!found)
    throw new Error(`The browser tests need Chromium. ${advice(machine.platform)} Or set CHROMIUM_PATH to the browser's program.`);
  return found;
}

function advice(platform: NodeJS.Platform) {
  if (platform === 'darwin') return 'Install it: brew install --cask chromium.';
  if (platform === 'win32') return 'Install it: winget install Google.Chrome.';
  if (existsSync('/etc/debian_version')) return 'Install it: sudo apt-get update && sudo apt-get install --yes chromium.';
  return 'Install the package "chromium" of your distribution.';
}

/** As chromiumPath, but on a Debian where this process is root, as in a fresh container, a missing browser is installed first. */
export function ensureChromium(): string {
  try {
    return chromiumPath();
  } catch (error) {
    const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version') && !process.env.CHROMIUM_PATH;
    if (!mayInstall) throw error;
  }
  console.log('No Chromium found: installing the package "chromium".');
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  try {
    execFileSync('apt-get', ['update', '--quiet'], options);
    execFileSync('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', 'chromium', 'fonts-liberation'], options);
  } catch (cause) {
    throw new Error('The browser tests need Chromium, and apt-get could not install it. Install it, or set CHROMIUM_PATH to a browser.', {
      cause,
    });
  }
  return chromiumPath();
}
