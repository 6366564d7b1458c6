import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { NumberRange } from './NumberRange.tsx';

function renderRange(range: readonly [number | null, number | null] = [null, null]) {
  const onChange = vi.fn();
  render(
    <NumberRange label="price" unit="$" range={range} bounds={[0, 10_000]} onChange={onChange} />,
  );
  return onChange;
}

const field = (name: string) => screen.getByRole('textbox', { name });

describe('A range of numbers', () => {
  it('is applied by Enter, and when both fields are left', async () => {
    const onChange = renderRange();
    await userEvent.type(field('From price'), '$1,000');
    await userEvent.tab();
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.tab();
    expect(onChange).toHaveBeenLastCalledWith([1_000, null]);
    await userEvent.type(field('To price'), '5000{Enter}');
    expect(onChange).toHaveBeenLastCalledWith([1_000, 5_000]);
  });

  it('is put right if it is reversed, and cleared by empty fields', () => {
    const onChange = renderRange([100, 200]);
    fireEvent.change(field('From price'), { target: { value: '900' } });
    fireEvent.submit(field('From price'));
    expect(onChange).toHaveBeenLastCalledWith([200, 900]);
    fireEvent.change(field('From price'), { target: { value: '' } });
    fireEvent.change(field('To price'), { target: { value: ' ' } });
    fireEvent.submit(field('From price'));
    expect(onChange).toHaveBeenLastCalledWith([null, null]);
  });

  it.each(['cheap', '-5', '1.5', '10001'])('says what is wrong with "%s"', (text) => {
    const onChange = renderRange();
    fireEvent.change(field('To price'), { target: { value: text } });
    fireEvent.submit(field('To price'));
    expect(screen.getByRole('status')).toHaveTextContent('Enter whole numbers from $0 to $10,000');
    expect(field('To price')).toBeInvalid();
    expect(onChange).not.toHaveBeenCalled();
  });
});
