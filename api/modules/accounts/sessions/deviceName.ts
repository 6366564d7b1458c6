/** Browsers by User-Agent pattern. Most also claim to be other browsers, so the order matters. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** A User-Agent header in plain words: 'Chrome on Windows', 'curl', 'Unknown device'. */
export function deviceName(userAgent: string | null): string {
  const find = (known: [RegExp, string][]): string | undefined =>
    known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  if (browser && system) {
    return `${browser} on ${system}`;
  }
  const program = /^([A-Za-z][\w .-]{0,29})(\/|$)/.exec(userAgent ?? '')?.[1];
  return browser ?? system ?? (program === 'Mozilla' ? undefined : program) ?? 'Unknown device';
}
