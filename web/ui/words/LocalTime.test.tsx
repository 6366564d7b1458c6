import { screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { renderWithRelay } from '../../testing/renderWithRelay.tsx';
import { formatLocalMoment, LocalTime } from './LocalTime.tsx';

const instant = '2027-02-13T05:30:00Z';

describe('LocalTime', () => {
  it.each([
    ['Pacific/Honolulu', 'Feb 12, 2027, 19:30'],
    ['Asia/Kolkata', 'Feb 13, 2027, 11:00'],
    ['UTC', 'Feb 13, 2027, 05:30'],
  ])('formats an instant in the time zone %s', (timeZone, text) => {
    expect(formatLocalMoment(instant, timeZone)).toBe(text);
  });

  it("is in UTC in the server's HTML, then in the reader's time zone", async () => {
    expect(renderToString(<LocalTime instant={instant} />)).toContain('Feb 13, 2027, 05:30 UTC');
    renderWithRelay(<LocalTime instant={instant} />);
    const time = await screen.findByText(formatLocalMoment(instant));
    expect(time.getAttribute('title')).toBe('Feb 13, 2027, 05:30 UTC');
  });
});
