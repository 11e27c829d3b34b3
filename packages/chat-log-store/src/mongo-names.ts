export const collectionNames = { rooms: 'log_rooms', entries: 'log_entries', owners: 'owners' } as const

/** The database when the URL names none. */
const defaultDatabase = 'parley'

/** The database that a URL names. The driver has accepted the URL. */
export function databaseOf(url: string): string {
  const [, named = ''] = /^[^/]+\/\/[^/?]+\/([^?]+)/.exec(url) ?? []
  return named === '' ? defaultDatabase : decodeURIComponent(named)
}
