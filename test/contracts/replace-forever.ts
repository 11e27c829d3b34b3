import type { LogRoomKey } from '../../src/ports/chat-log-store/chat-log-store.js'
import { openChatLogs, type ChatLogPlace } from '../support/rooms/open-chat-logs.js'

// replace-forever.ts PLACE ROOM: replaces the first entry of the room and prints each version, until the process is
// killed
const [place = '', room = ''] = process.argv.slice(2)
const { store } = await openChatLogs(JSON.parse(place) as ChatLogPlace)
for (;;) {
  for (const letter of 'bcdefg') {
    const text = { inputData: letter.repeat(1_000), outputData: letter.repeat(200_000), imgUrl: null }
    const { version } = await store.replace(JSON.parse(room) as LogRoomKey, 1, text)
    process.stdout.write(`${version}\n`)
  }
}
