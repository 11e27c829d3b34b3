import { connection, type Connection, type PageArgs, pageRequest } from '@parley/statements'
import type { ChatLogStore, LogEntry, LogRoomKey } from '../ports/chat-log-store/chat-log-store.js'

/** Entries of a log room, by ascending index. */
export async function entriesPage(
  store: ChatLogStore,
  room: LogRoomKey,
  page: PageArgs,
): Promise<Connection<LogEntry>> {
  const request = pageRequest(page)
  const { entries: rows, hasMore } = await store.page(room, {
    limit: request.limit,
    after: request.after?.[0],
    before: request.before?.[0],
    newestFirst: request.backward,
    bytes: request.bytes,
  })
  return connection(request, { rows, hasMore }, ({ index }) => [index])
}
