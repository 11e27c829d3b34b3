import { type LogCut, type LogRoomKey, logRoomKinds } from './chat-log-store.js'

/** The name under which a cut of a room is recorded. */
export function nameOfCut({ kind, id, userId }: LogRoomKey, { from, to }: LogCut): string {
  return `${kind}:${id}:${String(from)}-${String(to)}:${userId}`
}

/** The cut of a `nameOfCut` text. The user id is last: it may have any character. */
export function recordedCut(name: string): { readonly room: LogRoomKey; readonly cut: LogCut } {
  const [, word, id = '', from, to, userId = ''] = /^([a-z]+):([0-9a-f-]{36}):(\d+)-(\d+):(.*)$/su.exec(name) ?? []
  const kind = logRoomKinds.find((each) => each === word)
  if (!kind) throw new Error('the recorded name is not that of a cut')
  return { room: { kind, id, userId }, cut: { from: Number(from), to: Number(to) } }
}
