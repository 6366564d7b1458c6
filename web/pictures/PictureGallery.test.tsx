import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { expect, it } from 'vitest';
import type { PictureGalleryTestQuery } from '../__generated__/PictureGalleryTestQuery.graphql.ts';
import { renderWithRelay } from '../testing/renderWithRelay.tsx';
import { PictureStrip } from './PictureStrip.tsx';

function Strip({ isLead = false }: { isLead?: boolean }) {
  const { resort } = useLazyLoadQuery<PictureGalleryTestQuery>(
    graphql`
      query PictureGalleryTestQuery @relay_test_operation {
        resort(id: "any") {
          pictures {
            ...PictureStrip_pictures
          }
        }
      }
    `,
    {},
  );
  return (
    resort && (
      <PictureStrip pictures={resort.pictures} title="Palm Court" name="pictures" isLead={isLead} />
    )
  );
}

const sources = ['avif', 'jpeg'].flatMap((format) =>
  [400, 800].map((width) => ({
    contentType: `image/${format}`,
    width,
    url: `/media/pictures/1/${width}.${format}`,
  })),
);

const picture = (id: string, alt: string, change = {}) => ({
  id,
  alt,
  width: 800,
  height: 600,
  placeholder: 'data:image/webp;base64,AA',
  url: `/media/pictures/${id}/800.jpg`,
  sources,
  ...change,
});

const pictures = [
  picture('1', 'The pool'),
  picture('2', 'The lobby'),
  picture('3', 'A drawing', { sources: [], url: '/pictures/interior.svg' }),
];

function show(shown: object[] = pictures, path = '/resort/1', isLead = false) {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, { Resort: () => ({ pictures: shown }) }),
  );
  return renderWithRelay(<Strip isLead={isLead} />, { environment, path });
}

const opener = (name: string) => screen.getByRole('button', { name });
const gallery = () => screen.findByRole('dialog', { name: 'Palm Court' });
const status = async () => within(await gallery()).getByRole('status').textContent;

/** Presses a key at the element that has the focus. */
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

it('a strip offers each format in all its widths, and a drawing as it is', () => {
  show();
  const [first, , drawing] = screen.getAllByRole('listitem');
  const offered = [...(first?.querySelectorAll('source') ?? [])].map(({ type, srcset }) => [
    type,
    srcset,
  ]);
  expect(offered).toEqual([
    ['image/avif', '/media/pictures/1/400.avif 400w, /media/pictures/1/800.avif 800w'],
    ['image/jpeg', '/media/pictures/1/400.jpeg 400w, /media/pictures/1/800.jpeg 800w'],
  ]);
  expect(first?.querySelector('img')?.style.backgroundImage).toContain('data:image/webp');
  expect(drawing?.querySelector('source')).toBeNull();
  expect(drawing?.querySelector('img')?.getAttribute('src')).toBe('/pictures/interior.svg');
});

it('a page that begins with pictures loads the first at once and shows five', () => {
  const many = Array.from({ length: 7 }, (_, index) => picture(`${index}`, `Room ${index}`));
  show(many, '/sale/1', true);
  const shown = screen.getAllByRole('listitem');
  const attributes = shown.map((item) => {
    const image = item.querySelector('img');
    return [image?.getAttribute('fetchpriority'), image?.getAttribute('loading')];
  });
  expect(attributes).toEqual([['high', null], ...Array.from({ length: 4 }, () => [null, 'lazy'])]);
  expect(shown.at(-1)?.textContent).toBe('+2');
});

it('a strip without pictures is empty', () => {
  show([]);
  expect(screen.queryByRole('list')).toBeNull();
});

it('the gallery opens at the chosen picture, and the keys go to the others', async () => {
  const { address } = show();
  fireEvent.click(opener('The lobby. Open picture 2 of 3'));
  expect(await status()).toBe('2 of 3The lobby');
  expect(address()).toBe('/resort/1?act=pictures');
  press('ArrowRight');
  expect(await status()).toBe('3 of 3A drawing');
  press('ArrowRight');
  expect(await status()).toBe('3 of 3A drawing');
  press('Home');
  press('ArrowLeft');
  expect(await status()).toBe('1 of 3The pool');
  press('End');
  expect(await status()).toBe('3 of 3A drawing');
});

it('the buttons do the same and keep the focus at the ends', async () => {
  show();
  fireEvent.click(opener('The pool. Open picture 1 of 3'));
  const next = within(await gallery()).getByRole('button', { name: 'Next picture' });
  next.focus();
  fireEvent.click(next);
  fireEvent.click(next);
  expect(await status()).toBe('3 of 3A drawing');
  expect(next.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(next);
  fireEvent.click(next);
  expect(await status()).toBe('3 of 3A drawing');
  fireEvent.click(within(await gallery()).getByRole('button', { name: 'Previous picture' }));
  expect(await status()).toBe('2 of 3The lobby');
});

it('swiping tells which picture is shown', async () => {
  show();
  fireEvent.click(opener('The pool. Open picture 1 of 3'));
  const slides = within(await gallery()).getByRole('list');
  Object.defineProperty(slides, 'clientWidth', { value: 400 });
  slides.scrollLeft = 790;
  fireEvent.scroll(slides);
  expect(await status()).toBe('3 of 3A drawing');
});

it('Escape closes the gallery and returns the focus', async () => {
  const { address } = show();
  const button = opener('The lobby. Open picture 2 of 3');
  button.focus();
  fireEvent.click(button);
  await gallery();
  press('Escape');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/resort/1');
  expect(document.activeElement).toBe(button);
});

it('a linked gallery opens with the page', async () => {
  show(pictures, '/resort/1?act=pictures');
  expect(await status()).toBe('1 of 3The pool');
});
