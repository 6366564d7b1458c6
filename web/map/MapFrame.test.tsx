import { act, fireEvent, screen } from '@testing-library/react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MapFrameTestQuery } from '../__generated__/MapFrameTestQuery.graphql.ts';
import { renderWithRelay } from '../testing/renderWithRelay.tsx';
import { MapFrame } from './MapFrame.tsx';
import type { Bounds } from './mapGeometry.ts';
import { useMap } from './useMap.ts';

const aruba: Bounds = { south: 12.3, west: -70.2, north: 12.7, east: -69.7 };
const onRest = vi.fn<(bounds: Bounds) => void>();

/** The map is 512 pixels wide and high. */
class SizeObserver {
  readonly #report: ResizeObserverCallback;
  constructor(report: ResizeObserverCallback) {
    this.#report = report;
  }
  observe() {
    const entry = { contentRect: { width: 512, height: 512 } } as ResizeObserverEntry;
    this.#report([entry], this as unknown as ResizeObserver);
  }
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('ResizeObserver', SizeObserver);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Map() {
  const { site } = useLazyLoadQuery<MapFrameTestQuery>(
    graphql`
      query MapFrameTestQuery {
        site {
          ...MapFrame_site
        }
      }
    `,
    {},
  );
  const map = useMap({ bounds: aruba, area: aruba, onRest });
  return (
    <MapFrame map={map} label="Map of Aruba" site={site} obstacles={[]}>
      {null}
    </MapFrame>
  );
}

function renderMap() {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, {
      TileServer: () => ({
        url: 'https://tiles.example/{z}/{x}/{y}.png',
        attribution: '© Mapmakers',
      }),
    }),
  );
  const { container } = renderWithRelay(<Map />, { environment });
  return () => [...container.querySelectorAll('img')].map((image) => image.src);
}

const rest = () => {
  act(() => void vi.advanceTimersByTime(300));
  const bounds = onRest.mock.lastCall?.[0];
  if (!bounds) throw new Error('The map did not rest');
  return bounds;
};

it('a tile server of the site takes the place of the map that is shipped', () => {
  const pictures = renderMap();
  expect(screen.getByText('© Mapmakers')).toBeInTheDocument();
  // At zoom 10 the world is 1,024 tiles wide; Aruba is 0.306 of it from the left, 0.465 from the top.
  expect(pictures()).toContain('https://tiles.example/10/313/475.png');
  expect(pictures().length).toBeLessThanOrEqual(16);
  fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(pictures().every((url) => url.startsWith('https://tiles.example/11/'))).toBe(true);
});

it('moves by arrow keys and zooms by plus and minus, and says where it rests', () => {
  renderMap();
  const map = screen.getByRole('application', { name: 'Map of Aruba' });
  expect(map).toHaveAccessibleDescription('Arrow keys move the map, plus and minus zoom.');
  const start = rest();
  fireEvent.keyDown(map, { key: 'ArrowRight' });
  const right = rest();
  expect(right.west).toBeGreaterThan(start.west);
  expect(right.south).toBeCloseTo(start.south, 6);
  fireEvent.keyDown(map, { key: 'ArrowUp' });
  expect(rest().south).toBeGreaterThan(right.south);
  fireEvent.keyDown(map, { key: '+' });
  const closer = rest();
  expect(closer.east - closer.west).toBeCloseTo((start.east - start.west) / 2, 6);
  fireEvent.keyDown(map, { key: '-' });
  fireEvent.keyDown(map, { key: '-' });
  const farther = rest();
  expect(farther.east - farther.west).toBeCloseTo((start.east - start.west) * 2, 6);
  // Keys of the browser keep their meaning.
  fireEvent.keyDown(map, { key: '+', ctrlKey: true });
  expect(rest()).toEqual(farther);
});
