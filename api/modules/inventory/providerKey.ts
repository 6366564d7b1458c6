/** Around the id of a provider in the key of its setting. */
export const keySetting = { before: 'inventory.', after: '.key' };

/** The setting that holds the key of a provider, encrypted. */
export const keySettingOf = (providerId: string): string =>
  `${keySetting.before}${providerId}${keySetting.after}`;

/** The plain id of the provider whose key a setting holds; undefined for any other setting. */
export const providerOfKey = (setting: string): string | undefined =>
  /^inventory\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.key$/.exec(setting)?.[1];
