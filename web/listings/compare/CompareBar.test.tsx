import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { CompareBar } from './CompareBar.tsx';
import { CompareToggle } from './CompareToggle.tsx';
import { setCompared, type ComparedKind } from './compared.ts';

afterEach(() => act(() => setCompared('sale', [])));

function renderChoice(kind: ComparedKind = 'sale') {
  return renderWithRelay(
    <>
      {['One', 'Two', 'Three', 'Four', 'Five'].map((name) => (
        <CompareToggle key={name} kind={kind} id={name.toLowerCase()} name={name} />
      ))}
      <CompareBar kind={kind} />
    </>,
  );
}

const toggle = (name: string) => screen.getByRole('checkbox', { name: `Compare ${name}` });
const bar = () => screen.queryByRole('region', { name: 'Chosen to compare' });

describe('What was chosen to compare', () => {
  it('is in the bar, which links to the page that compares it, in the order chosen', () => {
    renderChoice();
    expect(bar()).not.toBeInTheDocument();
    fireEvent.click(toggle('Two'));
    fireEvent.click(toggle('One'));
    expect(screen.getByText('2 of 4 chosen to compare')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('link', { name: 'Compare 2' })).toHaveAttribute(
      'href',
      '/compare?sale=two,one',
    );
    fireEvent.click(toggle('Two'));
    expect(screen.getByRole('link', { name: 'Compare' })).toHaveAttribute(
      'href',
      '/compare?sale=one',
    );
  });

  it('is four at most', () => {
    renderChoice();
    for (const name of ['One', 'Two', 'Three', 'Four']) fireEvent.click(toggle(name));
    expect(toggle('Five')).toBeDisabled();
    fireEvent.click(screen.getByRole('button', { name: 'Don’t compare Three' }));
    expect(toggle('Five')).toBeEnabled();
    expect(toggle('Three')).not.toBeChecked();
  });

  it('is cleared at once', () => {
    renderChoice();
    fireEvent.click(toggle('One'));
    fireEvent.click(screen.getByRole('button', { name: 'Clear the comparison' }));
    expect(bar()).not.toBeInTheDocument();
    expect(toggle('One')).not.toBeChecked();
  });

  it('is kept for the tab, weeks to rent apart from what is for sale', () => {
    renderChoice('week');
    fireEvent.click(toggle('One'));
    expect(JSON.parse(sessionStorage.getItem('compared') ?? '')).toEqual({
      sale: [],
      week: [{ id: 'one', name: 'One' }],
    });
    act(() => setCompared('week', []));
  });
});
