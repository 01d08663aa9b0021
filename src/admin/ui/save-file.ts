/** How long a browser may take to begin with a download. */
const START_MS = 60_000;

/** Hands a file to the browser to be saved under this name. */
export function saveFile(content: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), START_MS);
}
