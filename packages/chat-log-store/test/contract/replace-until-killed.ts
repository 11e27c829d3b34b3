import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LogRoomKey } from '../../src/chat-log-store.js'

const program = fileURLToPath(new URL('./replace-forever.ts', import.meta.url))

export interface LogOpener {
  /** The URL of a module whose `openChatLogs` opens the logs of a place. */
  readonly module: string
  readonly place: object
}

/**
 * Lets another process replace the first entry, kills it after so many replacements, and returns the last reported
 * version.
 */
export async function replaceUntilKilled(
  { module, place }: LogOpener,
  room: LogRoomKey,
  times: number,
): Promise<number> {
  const child = spawn(
    process.execPath,
    ['--import', './tools/run-ts.mjs', program, module, JSON.stringify(place), JSON.stringify(room)],
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
