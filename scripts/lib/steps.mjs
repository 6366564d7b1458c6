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
