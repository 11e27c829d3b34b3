import libsql from 'libsql'

export interface LogTurn {
  readonly user_id: string
  readonly id: string
  readonly input_data: string
  readonly output_data: string
}

interface Document {
  readonly inputData: string
  readonly outputData: string
  readonly createdAt: number
}

/**
 * The statements of the bare handlers and the bare loop: Parley's statements with the same durability, each prepared
 * once.
 */
export class BareLogs {
  readonly #pending
  readonly #nextIndex
  readonly #insert
  readonly #touch
  readonly #room
  readonly #entries
  readonly #begin
  readonly #commit

  constructor(file: string) {
    const database = new libsql(file)
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    this.#begin = database.prepare('BEGIN IMMEDIATE')
    this.#commit = database.prepare('COMMIT')
    this.#pending = database.prepare('SELECT kind, target FROM purges WHERE kind IN (?, ?) AND target IN (?, ?)')
    this.#nextIndex = database.prepare(
      `UPDATE log_rooms SET last_index = last_index + 1 WHERE kind = ? AND user_id = ? AND id = ?
        RETURNING last_index AS "index"`,
    )
    this.#insert = database.prepare('INSERT INTO log_entries (room_id, entry_index, document) VALUES (?, ?, ?)')
    this.#touch = database.prepare('UPDATE rooms SET updated_at = ? WHERE room_id = ?')
    this.#room = database.prepare('SELECT id FROM log_rooms WHERE kind = ? AND user_id = ? AND id = ?')
    this.#entries = database.prepare(
      'SELECT entry_index AS "index", document FROM log_entries WHERE room_id = ? ORDER BY entry_index LIMIT ?',
    )
  }

  /** The answer of `save_log`; undefined without the room. One durable transaction. */
  save({ user_id: userId, id, input_data: inputData, output_data: outputData }: LogTurn): object | undefined {
    if (this.#isPending(userId, id)) return undefined
    const createdAt = Date.now()
    const document = JSON.stringify({ inputData, outputData, imgUrl: null, version: 1, createdAt })
    this.#begin.run()
    const { index } = (this.#nextIndex.get('office', userId, id) ?? {}) as { index?: number }
    if (index !== undefined) this.#insert.run(id, index, document)
    this.#commit.run()
    if (index === undefined) return undefined
    this.#touch.run(createdAt, id)
    return { Result: `Successfully added data to document with ID: ${id}` }
  }

  /** The answer of `load_log`; undefined without the room. */
  load({ user_id: userId, id }: Pick<LogTurn, 'user_id' | 'id'>): object[] | undefined {
    if (this.#isPending(userId, id) || !this.#room.get('office', userId, id)) return undefined
    const rows = this.#entries.all(id, 101) as { index: number; document: string }[]
    return rows.map(({ index, document }) => {
      const { inputData, outputData, createdAt } = JSON.parse(document) as Document
      const timestamp = new Date(createdAt).toISOString()
      return { index, input_data: inputData, output_data: outputData, timestamp }
    })
  }

  #isPending(userId: string, id: string): boolean {
    return this.#pending.get('log_room', 'log_user', `office:${id}:${userId}`, userId) !== undefined
  }
}
