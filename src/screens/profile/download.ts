/** Gives a text to keep, as a file of the device's own. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has it by then; at once would be too early for some.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
