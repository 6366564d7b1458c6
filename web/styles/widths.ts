/** Phones in either hand; the stylesheets' `--phone`. */
export const phone = '(max-width: 599px)';

/** Large phones on their side and small tablets: no room for two columns or wide tables. */
export const narrow = '(max-width: 767px)';

/** Tablets: no room for a column beside the main column. */
export const tablet = '(max-width: 1023px)';

/** Small laptops: no room for a third column. */
export const laptop = '(max-width: 1279px)';
