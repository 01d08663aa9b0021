import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, mayInstallPackages } from './debian-package.ts';

type Machine = { env: NodeJS.ProcessEnv; platform: NodeJS.Platform };

// The headless shell draws no window, so tests take a fifth less time.
const commands = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const macPlaces = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
const windowsPlaces = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** Where a browser usually is; CHROMIUM_PATH first. */
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
    return false; // Missing or not executable.
  }
}

/**
 * The path of the Chromium, Chrome or Edge for the browser tests.
 * @throws Error when none is installed, or CHROMIUM_PATH names no program
 */
export function chromiumPath(machine: Machine = process): string {
  const wished = machine.env.CHROMIUM_PATH;
  if (wished && !isExecutable(wished)) throw new Error(`CHROMIUM_PATH is ${wished}, which is not a program that can be run.`);
  const found = (wished ? [wished] : candidates(machine)).find(isExecutable);
  if (!found)
    throw new Error(`The browser tests need Chromium. ${advice(machine.platform)} Or set CHROMIUM_PATH to the browser's program.`);
  return found;
}

function advice(platform: NodeJS.Platform) {
  if (platform === 'darwin') return 'Install it: brew install --cask chromium.';
  if (platform === 'win32') return 'Install it: winget install Google.Chrome.';
  if (existsSync('/etc/debian_version')) return 'Install it: sudo apt-get update && sudo apt-get install --yes chromium-headless-shell.';
  return 'Install the package "chromium" of your distribution.';
}

/** As `chromiumPath`, but on Debian, root installs a missing browser first, as in a fresh container. */
export function ensureChromium(): string {
  try {
    return chromiumPath();
  } catch (error) {
    if (!mayInstallPackages() || process.env.CHROMIUM_PATH) throw error;
  }
  console.log('No Chromium found: installing the package "chromium-headless-shell".');
  try {
    installPackages('chromium-headless-shell', 'fonts-liberation');
  } catch (cause) {
    throw new Error('The browser tests need Chromium, and apt-get could not install it. Install it, or set CHROMIUM_PATH to a browser.', {
      cause,
    });
  }
  return chromiumPath();
}
