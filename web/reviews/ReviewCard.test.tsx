import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { initialsOf } from '../ui/words/initials.ts';
import { ReviewCard } from './ReviewCard.tsx';

describe('ReviewCard', () => {
  const review = { rating: 4, author: 'Ana Maria Silva', content: 'Quiet and close to the sea.' };

  it('shows the stars, the quoted content, the author and the initials', () => {
    render(<ReviewCard {...review} memberSince={2016} />);
    expect(screen.getByRole('img', { name: '4 stars' })).toBeInTheDocument();
    expect(screen.getByText('“Quiet and close to the sea.”')).toBeInTheDocument();
    expect(screen.getByText('Ana Maria Silva')).toBeInTheDocument();
    expect(screen.getByText('AM')).toBeInTheDocument();
  });

  it('shows the year of membership if it is known, and otherwise the age', () => {
    const { rerender } = render(<ReviewCard {...review} memberSince={2016} timeAgo="a week ago" />);
    expect(screen.getByText('Members since 2016')).toBeInTheDocument();
    rerender(<ReviewCard {...review} timeAgo="a week ago" />);
    expect(screen.getByText('a week ago')).toBeInTheDocument();
  });
});

describe('initialsOf', () => {
  it.each([
    ['Margaret Ellis', 'ME'],
    ['Cher', 'C'],
    ['  jean  luc picard ', 'JL'],
    ['Étienne Ångström', 'ÉÅ'],
    ['', ''],
  ])('abbreviates "%s" to "%s"', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
