import { PassThrough } from 'node:stream';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { scratchFolder } from '#api/testing/scratchFolder.ts';
import { UnavailableError } from '../errors.ts';
import { withUploadedPicture } from './pictureFiles.ts';

const storage = { scratch: scratchFolder() };

const picture = await sharp({
  create: { width: 600, height: 400, channels: 3, background: '#2060a0' },
})
  .jpeg()
  .toBuffer();

/** An upload that waits for its content. */
function begin(personId: string): { content: PassThrough; width: Promise<number> } {
  const content = new PassThrough();
  const width = withUploadedPicture(storage, personId, content, (_, size) =>
    Promise.resolve(size.width),
  );
  return { content, width };
}

const refusal = async (personId: string): Promise<string> => {
  const error: unknown = await begin(personId).width.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnavailableError);
  return error instanceof UnavailableError ? error.message : '';
};

it('refuses a picture while too many of its person or of all wait, and takes it afterwards', async () => {
  const waiting = ['a', 'b', 'c'].flatMap((person) =>
    Array.from({ length: 6 }, () => begin(person)),
  );
  expect(await refusal('a')).toBe(
    '6 of your pictures are being processed. Please wait for them and try again',
  );
  waiting.push(...Array.from({ length: 6 }, (_, number) => begin(`d${number}`)));
  expect(await refusal('e')).toBe(
    'Many pictures are being processed. Please try again in a minute',
  );
  waiting.forEach(({ content }) => content.end(picture));
  expect(await Promise.all(waiting.map(({ width }) => width))).toEqual(waiting.map(() => 600));

  const after = begin('e');
  after.content.end('no picture');
  await expect(after.width).rejects.toThrow('The picture must be a JPEG, PNG or WebP file');
  const again = begin('e');
  again.content.end(picture);
  expect(await again.width).toBe(600);
});
