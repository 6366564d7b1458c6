import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { filledStars, StarRating } from './StarRating.tsx';

describe('StarRating', () => {
  it.each([
    [0, 0],
    [3.49, 3],
    [3.5, 3.5],
    [4.99, 4.5],
    [5, 5],
    [7, 5],
    [-1, 0],
  ])('fills %f as %f stars', (rating, filled) => {
    expect(filledStars(rating)).toBe(filled);
  });

  it('draws as many stars as it says, and reads the exact rating aloud', () => {
    const { container } = render(<StarRating rating={4.62} />);
    expect(container.querySelector('[data-filled="4.5"]')).not.toBeNull();
    expect(screen.getByRole('img', { name: '4.62 out of 5 stars' })).toBeInTheDocument();
  });
});
