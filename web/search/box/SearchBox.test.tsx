import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { SearchBox } from './SearchBox.tsx';

// jsdom cannot scroll.
beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

afterEach(() => vi.useRealTimers());

async function renderBox() {
  const onSearch = vi.fn();
  const { environment } = renderWithRelay(<SearchBox onSearch={onSearch} />);
  const box = screen.getByRole('combobox');
  // Loads the list before any test fakes the time.
  await import('./SuggestionList.tsx');
  return { box, environment, onSearch };
}

type Rendered = Awaited<ReturnType<typeof renderBox>>;

/** The request for “aruba”; whoever types slowly has asked for a part of it before. */
const request = ({ environment }: Rendered) =>
  waitFor(() => {
    const requests = environment.mock.getAllOperations();
    const asked = requests.find(({ request: { variables } }) => variables['text'] === 'aruba');
    if (!asked) throw new Error('Nothing is asked about “aruba”');
    return asked;
  });

async function suggest(rendered: Rendered): Promise<void> {
  const asked = await request(rendered);
  await act(async () => {
    rendered.environment.mock.resolve(asked, {
      data: {
        resortSuggestions: {
          resorts: [],
          places: [{ kind: 'DESTINATION', name: 'Aruba' }],
          brands: ['Aruba Club'],
        },
      },
    });
  });
  await screen.findByRole('listbox');
}

describe('The search box', () => {
  it('closes its suggestions with Escape, keeps the text, and opens them with Arrow Down', async () => {
    const rendered = await renderBox();
    await userEvent.type(rendered.box, 'aruba');
    await suggest(rendered);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(rendered.box).toHaveValue('aruba');
    await userEvent.keyboard('{ArrowDown}');
    expect(await screen.findByRole('listbox')).toBeInTheDocument();
  });

  it('goes through its suggestions in a circle that includes the text', async () => {
    const rendered = await renderBox();
    await userEvent.type(rendered.box, 'aruba');
    await suggest(rendered);
    await userEvent.keyboard('{ArrowUp}');
    const last = screen.getAllByRole('option').at(-1);
    expect(last).toHaveAttribute('aria-selected', 'true');
    expect(rendered.box).toHaveAttribute('aria-activedescendant', last?.id);
    await userEvent.keyboard('{ArrowDown}');
    expect(rendered.box).not.toHaveAttribute('aria-activedescendant');
  });

  it('searches with Enter if no suggestion is chosen', async () => {
    const rendered = await renderBox();
    await userEvent.type(rendered.box, ' aruba');
    await suggest(rendered);
    await userEvent.keyboard('{Enter}');
    expect(rendered.onSearch).toHaveBeenCalledWith('aruba');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('requests and searches nothing for a blank text', async () => {
    const { box, environment, onSearch } = await renderBox();
    vi.useFakeTimers({ shouldAdvanceTime: false });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.type(box, '   ');
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(environment.mock.getAllOperations()).toEqual([]);
    await user.type(box, 'a');
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(environment.mock.getAllOperations()).toHaveLength(1);
    await user.clear(box);
    await user.type(box, '  {Enter}');
    expect(onSearch).not.toHaveBeenCalled();
  });

  it('works without suggestions if they cannot be fetched', async () => {
    const rendered = await renderBox();
    await userEvent.type(rendered.box, 'aruba');
    const asked = await request(rendered);
    await act(async () => rendered.environment.mock.reject(asked, new Error('lost')));
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    expect(rendered.onSearch).toHaveBeenCalledWith('aruba');
  });
});
