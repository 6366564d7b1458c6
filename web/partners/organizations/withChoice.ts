/** The chosen values, separated by spaces, with one value added or removed. */
export function withChoice(values: string, value: string, isChosen: boolean): string {
  const others = values.split(' ').filter((each) => each !== '' && each !== value);
  return [...others, ...(isChosen ? [value] : [])].join(' ');
}
