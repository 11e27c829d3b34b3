import { connection, pageRequest } from '../database/page.js'
import type { Connection, PageArgs } from '../database/page.js'
import type { ChatLogStore, LogEntry, LogRoomKey } from '../ports/chat-log-store/chat-log-store.js'

/** Entries of a log room, by ascending index. */
export async function entriesPage(
  store: ChatLogStore,
  room: LogRoomKey,
  page: PageArgs,
): Promise<Connection<LogEntry>> {
  const request = pageRequest(page)
  const rows = await store.page(room, {
    limit: request.limit + 1,
    after: request.after?.[0],
    before: request.before?.[0],
    newestFirst: request.backward,
  })
  return connection(request, rows, ({ index }) => [index])
}
