/** The chosen values, separated by spaces, with one of them added or removed. */
export function withChoice(values: string, value: string, isChosen: boolean): string {
  const others = values.split(' ').filter((each) => each !== '' && each !== value);
  return [...others, ...(isChosen ? [value] : [])].join(' ');
}
