import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Tooltip } from './Tooltip.tsx';
import { resetTurns } from './tooltipTurns.ts';

describe('Tooltip', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    resetTurns();
    render(
      <>
        <Tooltip text="Copy the link">
          <button type="button">Share</button>
        </Tooltip>
        <Tooltip text="Keep this resort">
          <button type="button">Favorite</button>
        </Tooltip>
      </>,
    );
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const button = (name: string) => screen.getByRole('button', { name });
  const point = (name: string, pointerType = 'mouse') =>
    fireEvent(
      button(name),
      Object.assign(new Event('pointerover', { bubbles: true }), { pointerType }),
    );
  const leave = (name: string) =>
    fireEvent(button(name), new MouseEvent('pointerout', { bubbles: true }));

  // Focus is visible after a key, not after a click that came before this test. jsdom would ignore a
  // key on the body if another file of tests had removed a focused element.
  const tabTo = (name: string) => {
    fireEvent.keyDown(document.documentElement, { key: 'Tab' });
    act(() => button(name).focus());
  };

  it('opens after 700 ms under the pointer, and describes its control', () => {
    point('Share');
    pass(699);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    pass(1);
    expect(screen.getByRole('tooltip')).toHaveTextContent('Copy the link');
    expect(button('Share')).toHaveAccessibleDescription('Copy the link');
  });

  it('does not open when the pointer only passes', () => {
    point('Share');
    pass(400);
    leave('Share');
    pass(5000);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('of another control opens at once within 300 ms, and waits after that', () => {
    point('Share');
    pass(700);
    leave('Share');
    pass(100);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    pass(300);
    point('Favorite');
    expect(screen.getByRole('tooltip')).toHaveTextContent('Keep this resort');
    leave('Favorite');
    pass(100 + 301);
    point('Share');
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    pass(700);
    expect(screen.getByRole('tooltip')).toBeInTheDocument();
  });

  it('is shown one at a time', () => {
    point('Share');
    pass(700);
    point('Favorite');
    expect(screen.getAllByRole('tooltip')).toHaveLength(1);
    expect(screen.getByRole('tooltip')).toHaveTextContent('Keep this resort');
  });

  it('opens on focus, and closes on blur and on Escape', () => {
    tabTo('Share');
    expect(screen.getByRole('tooltip')).toHaveTextContent('Copy the link');
    act(() => button('Share').blur());
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    tabTo('Favorite');
    expect(screen.getByRole('tooltip')).toHaveTextContent('Keep this resort');
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('stays while the pointer is on it', () => {
    point('Share');
    pass(700);
    leave('Share');
    fireEvent(screen.getByRole('tooltip'), new MouseEvent('pointerover', { bubbles: true }));
    pass(5000);
    expect(screen.getByRole('tooltip')).toBeInTheDocument();
  });

  it('does not open on touch', () => {
    point('Share', 'touch');
    pass(5000);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });
});
