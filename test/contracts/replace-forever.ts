import type { LogRoomKey } from '../../src/ports/chat-log-store/chat-log-store.js'
import { openChatLogs } from '../support/open-chat-logs.js'

// a process of its own that replaces the first entry of ROOM and says each version, until it is killed
const room = JSON.parse(process.env['ROOM'] ?? '') as LogRoomKey
const { store } = await openChatLogs({
  mongodbUrl: process.env['MONGODB_URL'],
  dataDir: process.env['DATA_DIR'] ?? '',
  databaseUrl: process.env['DATABASE_URL'],
})
for (;;) {
  for (const letter of 'bcdefg') {
    const text = { inputData: letter.repeat(1_000), outputData: letter.repeat(200_000), imgUrl: null }
    const { version } = await store.replace(room, 1, text)
    process.stdout.write(`${version}\n`)
  }
}
