/** Bytes of plain data. Overestimates: a repeated value counts each time. */
export function heapBytes(value: unknown): number {
  let bytes = 0;
  const rest = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === 'string') {
      bytes += textBytes + 2 * next.length;
    } else if (ArrayBuffer.isView(next)) {
      bytes += objectBytes + next.byteLength;
    } else if (typeof next === 'object' && next !== null) {
      bytes += objectBytes;
      for (const inner of Object.values(next)) {
        bytes += propertyBytes;
        rest.push(inner);
      }
    } else {
      bytes += numberBytes;
    }
  }
  return bytes;
}

// Measured in V8 for objects without a prototype, as graphql-js makes them; these are the largest.
const objectBytes = 150;
const propertyBytes = 40;
const textBytes = 24;
const numberBytes = 16;
