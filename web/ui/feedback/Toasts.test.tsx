import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Toasts } from './Toasts.tsx';
import { showToast } from './toastStore.ts';

describe('Toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const show = (toast: Parameters<typeof showToast>[0]) => act(() => showToast(toast));

  it('announces one toast at a time', () => {
    render(<Toasts />);
    show({ title: 'Welcome back!', description: 'Successfully logged in' });
    expect(screen.getByRole('status')).toHaveTextContent('Welcome back!');
    show({ title: 'Login failed', variant: 'destructive' });
    expect(screen.queryByText('Welcome back!')).not.toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Login failed');
  });

  it('disappears after five seconds, but not under the pointer', () => {
    render(<Toasts />);
    show({ title: 'Saved' });
    act(() => vi.advanceTimersByTime(4999));
    fireEvent.pointerEnter(screen.getByText('Saved'));
    act(() => vi.advanceTimersByTime(60_000));
    expect(screen.getByText('Saved')).toBeInTheDocument();
    fireEvent.pointerLeave(screen.getByText('Saved'));
    act(() => vi.advanceTimersByTime(5000));
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it('closes by its button, and by a swipe to the right of at least 50 pixels', () => {
    render(<Toasts />);
    show({ title: 'First' });
    fireEvent.click(screen.getByRole('button', { name: 'Close notification' }));
    expect(screen.queryByText('First')).not.toBeInTheDocument();

    show({ title: 'Second' });
    swipeRight(screen.getByText('Second'), 49);
    expect(screen.getByText('Second')).toBeInTheDocument();
    swipeRight(screen.getByText('Second'), 50);
    expect(screen.queryByText('Second')).not.toBeInTheDocument();
  });

  it('takes the focus on F8, stays while it has it, and gives it back', () => {
    render(
      <>
        <button type="button">Where I was</button>
        <Toasts />
      </>,
    );
    screen.getByRole('button', { name: 'Where I was' }).focus();
    show({ title: 'Saved' });
    fireEvent.keyDown(document, { key: 'F8' });
    expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toHaveFocus();
    act(() => vi.advanceTimersByTime(60_000));
    expect(screen.getByText('Saved')).toBeInTheDocument();
    act(() => screen.getByRole('button', { name: 'Close notification' }).focus());
    act(() => vi.advanceTimersByTime(60_000));
    fireEvent.click(screen.getByRole('button', { name: 'Close notification' }));
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Where I was' })).toHaveFocus();
  });

  it('stays longer with a button, which closes it and runs once', () => {
    const run = vi.fn();
    render(<Toasts />);
    show({ title: '2 nights blocked', action: { label: 'Undo', run } });
    act(() => vi.advanceTimersByTime(19_000));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByText('2 nights blocked')).not.toBeInTheDocument();
  });

  it('moves away from the buttons of a dialog that opens later', async () => {
    render(<Toasts />);
    const region = screen.getByRole('region', { name: 'Notifications (F8)' });
    const box = (right: number, bottom: number) => new DOMRect(right - 100, bottom - 50, 100, 50);
    vi.spyOn(region, 'getBoundingClientRect').mockImplementation(() =>
      box(
        region.dataset['place']?.endsWith('right') ? 1000 : 100,
        region.dataset['place']?.startsWith('bottom') ? 700 : 50,
      ),
    );
    show({ title: 'Endpoint paused' });
    expect(region).toHaveAttribute('data-place', 'bottom right');
    const { unmount } = render(
      <div role="dialog" aria-label="Change the endpoint">
        <button
          type="button"
          ref={(button) => {
            if (button) button.getBoundingClientRect = () => box(1000, 700);
          }}
        >
          Save Endpoint
        </button>
      </div>,
    );
    await act(() => Promise.resolve());
    expect(region).toHaveAttribute('data-place', 'bottom left');
    unmount();
  });

  it('stays when swiped to the left', () => {
    render(<Toasts />);
    show({ title: 'Still here' });
    swipeRight(screen.getByText('Still here'), -200);
    expect(screen.getByText('Still here')).toBeInTheDocument();
  });
});

function swipeRight(element: HTMLElement, distance: number): void {
  fireEvent(element, pointerEvent('pointerdown', 100));
  fireEvent(element, pointerEvent('pointermove', 100 + distance));
  fireEvent(element, pointerEvent('pointerup', 100 + distance));
}

function pointerEvent(type: string, clientX: number): MouseEvent {
  return new MouseEvent(type, { bubbles: true, clientX });
}
