import type { ChatLogStore, LogEntry, LogRoomKey } from '@parley/chat-log-store'
import { connection, type Connection, type PageArgs, pageRequest } from '@parley/statements'

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
