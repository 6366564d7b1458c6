import { expect, it } from 'vitest';
import { fieldErrorsOf } from './fieldErrors.ts';

it("assigns the server's errors to form fields, also those of prices in cents", () => {
  const errors = [
    { field: 'details.priceMinCents', message: 'Too low' },
    { field: 'title', message: 'Title is required' },
    { field: 'title', message: 'A second message' },
    { field: 'unknown', message: 'Nowhere' },
  ];
  expect(fieldErrorsOf(['priceMin', 'priceMax', 'title'], errors)).toEqual({
    priceMin: 'Too low',
    title: 'Title is required',
  });
});
