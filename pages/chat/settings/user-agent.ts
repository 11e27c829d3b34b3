/** In the order of the search: the `User-Agent` of an earlier one can contain the names of later ones. */
const browsers = {
  Edg: 'Edge',
  OPR: 'Opera',
  SamsungBrowser: 'Samsung Internet',
  Firefox: 'Firefox',
  FxiOS: 'Firefox',
  Chrome: 'Chrome',
  CriOS: 'Chrome',
  Safari: 'Safari',
}
const systems = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  CrOS: 'ChromeOS',
  Macintosh: 'macOS',
  Linux: 'Linux',
}

const find = (userAgent: string, names: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(names).find(([part]) => userAgent.includes(part))?.[1]

/** The browser and the system that a `User-Agent` header names; undefined for other programs. */
export function deviceOf(userAgent: string | null): { readonly browser: string; readonly system: string } | undefined {
  const browser = find(userAgent ?? '', browsers)
  const system = find(userAgent ?? '', systems)
  return browser !== undefined && system !== undefined ? { browser, system } : undefined
}
