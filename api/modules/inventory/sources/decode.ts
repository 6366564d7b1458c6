import { ProviderError } from '#api/context/sources.ts';

/** @throws {ProviderError} if the bytes are not UTF-8 */
export async function* decode(
  name: string,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const read = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new ProviderError(
        bytes ? `What ${name} sent is not UTF-8 text` : `${name} ended in the middle`,
      );
    }
  };
  for await (const bytes of body) {
    yield read(bytes);
  }
  yield read();
}
