/** Runs a step and prints one line about it: its name at once, its seconds at the end. */
export async function timed(name, step) {
  const start = performance.now();
  process.stdout.write(`${name} ... `);
  try {
    const result = await step();
    process.stdout.write(`${secondsSince(start)} s\n`);
    return result;
  } catch (error) {
    process.stdout.write('failed\n');
    throw error;
  }
}

export function secondsSince(start) {
  return ((performance.now() - start) / 1000).toFixed(1);
}
