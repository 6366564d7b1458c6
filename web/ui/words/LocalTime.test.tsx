import { screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { formatLocalDay, formatLocalMoment, LocalDay, LocalTime } from './LocalTime.tsx';

const instant = '2027-02-13T05:30:00Z';

describe('LocalTime', () => {
  it.each([
    ['Pacific/Honolulu', 'Feb 12, 2027, 7:30 PM'],
    ['Asia/Kolkata', 'Feb 13, 2027, 11:00 AM'],
    ['UTC', 'Feb 13, 2027, 5:30 AM'],
  ])('formats an instant in the time zone %s', (timeZone, text) => {
    expect(formatLocalMoment(instant, timeZone)).toBe(text);
  });

  it("is in UTC in the server's HTML, then in the reader's time zone", async () => {
    expect(renderToString(<LocalTime instant={instant} />)).toContain('Feb 13, 2027, 5:30 AM UTC');
    renderWithRelay(<LocalTime instant={instant} />);
    const time = await screen.findByText(formatLocalMoment(instant));
    expect(time.getAttribute('title')).toBe('Feb 13, 2027, 5:30 AM UTC');
  });
});

describe('LocalDay', () => {
  it('is the day of the instant where the reader is', async () => {
    expect(formatLocalDay(instant, 'Pacific/Honolulu')).toBe('Feb 12, 2027');
    expect(formatLocalDay(instant, 'Asia/Kolkata')).toBe('Feb 13, 2027');
    expect(renderToString(<LocalDay instant={instant} />)).toContain('Feb 13, 2027');
    renderWithRelay(<LocalDay instant={instant} />);
    expect(await screen.findByText(formatLocalDay(instant))).toBeInTheDocument();
  });
});
