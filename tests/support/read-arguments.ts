/** Returns what `parse` returns. Prints the usage and exits if it throws, or with `--help`. */
export function readArguments<T>(usage: string, parse: () => T): T {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parse();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(1);
  }
}
