/** What `parse` makes of this process's arguments; the usage, and the process's end, where it refuses them or is asked. */
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
