import type { ChatLogStore, LogRoomKey } from '../../src/chat-log-store.js'

interface Opener {
  readonly openChatLogs: (place: unknown) => Promise<{ readonly store: ChatLogStore }>
}

// replace-forever.ts MODULE PLACE ROOM: replaces the first entry of the room and prints each version, until the process
// is killed
const [module = '', place = '', room = ''] = process.argv.slice(2)
const { openChatLogs } = (await import(module)) as Opener
const { store } = await openChatLogs(JSON.parse(place))
for (;;) {
  for (const letter of 'bcdefg') {
    const text = { inputData: letter.repeat(1_000), outputData: letter.repeat(200_000), imgUrl: null }
    const { version } = await store.replace(JSON.parse(room) as LogRoomKey, 1, text)
    process.stdout.write(`${version}\n`)
  }
}
