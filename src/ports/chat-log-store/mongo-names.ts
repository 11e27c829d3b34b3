/** What the collections are called. */
export const collectionNames = { rooms: 'log_rooms', entries: 'log_entries', owners: 'owners' } as const

/** Where chats are when the URL names no database. */
const defaultDatabase = 'parley'

/** The database that a URL names which the driver accepts. */
export function databaseOf(url: string): string {
  const [, named = ''] = /^[^/]+\/\/[^/?]+\/([^?]+)/.exec(url) ?? []
  return named === '' ? defaultDatabase : decodeURIComponent(named)
}
