import libsql from 'libsql'
import { z } from 'zod'

/** The rooms of the bench: one per client to write to, and others to read. */
export interface LogRoomFilling {
  readonly written: readonly string[]
  /** Of 20 entries. */
  readonly read: string
  /** Of 100 entries. */
  readonly short: string
  readonly long: string
}

export const userId = 'bench'
export const clients = 50
export const longRoomEntries = 100_000

export const turn = {
  input_data: 'What brings you to the harbour on a day like this?',
  output_data: 'The tide, as ever, and a letter that I could not read by candlelight. '.repeat(4),
}

const created = z.object({ 'Document ID': z.string() })

/** Creates the rooms through the chat-log service; the long one stays empty. */
export async function fillLogRooms(url: string): Promise<LogRoomFilling> {
  const create = async () => {
    const answer = await send(`${url}/doclog/office/create`, 'POST', { user_id: userId })
    return created.parse(await answer.json())['Document ID']
  }
  const createWith = async (entries: number) => {
    const id = await create()
    for (let index = 0; index < entries; index += 1)
      await send(`${url}/doclog/office/save_log`, 'PUT', { user_id: userId, id, ...turn })
    return id
  }
  const written: string[] = []
  for (let client = 0; client < clients; client += 1) written.push(await create())
  return { written, read: await createWith(20), short: await createWith(100), long: await create() }
}

/** Fills the long room with entries like those that Parley wrote into the short one. */
export function fillLongRoom(file: string, { short, long }: LogRoomFilling): void {
  const database = new libsql(file)
  database
    .prepare(
      `WITH RECURSIVE indexes(entry_index) AS (
         VALUES (1) UNION ALL SELECT entry_index + 1 FROM indexes WHERE entry_index < ?
       )
       INSERT INTO log_entries (room_id, entry_index, document)
       SELECT ?, indexes.entry_index, first.document FROM indexes
       JOIN log_entries first ON first.room_id = ? AND first.entry_index = 1`,
    )
    .run(longRoomEntries, long, short)
  database.prepare('UPDATE log_rooms SET last_index = ? WHERE id = ?').run(longRoomEntries, long)
  database.close()
}

async function send(url: string, method: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer
}
