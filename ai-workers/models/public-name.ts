/** An address for people to read: its query and its user may be credentials. */
export function publicName(address: string): string {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname}`
}
