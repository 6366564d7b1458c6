import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CardRating } from '#web/resorts/CardRating.tsx';
import { StarRating } from './StarRating.tsx';

const drawn = (container: Element) => {
  const filled = container.querySelector('[data-filled]');
  // 20 units for each star.
  return Number(filled?.getAttribute('width')) / 20;
};

describe('StarRating', () => {
  it.each([0, 3.2, 4.62, 5])('fills the stars up to %f, and has an accessible name', (rating) => {
    const { container } = render(<StarRating rating={rating} />);
    expect(drawn(container)).toBeCloseTo(rating);
    expect(screen.getByRole('img', { name: `${rating} out of 5 stars` })).toBeInTheDocument();
  });
});

describe('The rating on a card', () => {
  it.each([
    [0, 0, null],
    [3.49, 3, '3.5'],
    [3.5, 3.5, '3.5'],
    [4.99, 4.5, '5.0'],
    [5, 5, '5.0'],
  ])('of %f has %f stars and the figure %s', (rating, stars, figure) => {
    const { container } = render(<CardRating className="" rating={rating} reviewCount={2} />);
    expect(drawn(container)).toBe(stars);
    expect(screen.getByRole('img', { name: `${rating} out of 5 stars` })).toBeInTheDocument();
    expect(container.querySelector('strong')?.textContent ?? null).toBe(figure);
    expect(screen.getByText('2 reviews')).toBeInTheDocument();
  });
});
