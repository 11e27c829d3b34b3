import { spawn } from 'node:child_process'
import type { LogRoomKey } from '../../../src/ports/chat-log-store/chat-log-store.js'
import type { ChatLogPlace } from './open-chat-logs.js'

/**
 * Lets another process replace the first entry, kills it after so many replacements, and returns the last reported
 * version.
 */
export async function replaceUntilKilled(place: ChatLogPlace, room: LogRoomKey, times: number): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      '--import',
      './tools/run-ts.mjs',
      'test/contracts/replace-forever.ts',
      JSON.stringify(place),
      JSON.stringify(room),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise((resolve) => child.once('close', resolve))
  let said = ''
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    said += chunk.toString()
    if (said.split('\n').length > times) child.kill('SIGKILL')
  }
  await ended
  return Number(said.trim().split('\n').at(-1))
}
