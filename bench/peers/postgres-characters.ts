import pg from 'pg'
import type { CharacterRow, CharacterStore, Like, UserRow } from './character-store.js'
import { characterStatements } from './character-statements.js'

type Statements = ReturnType<typeof characterStatements>

// as many as Parley has
const connections = 10

export class PostgresCharacters implements CharacterStore {
  readonly #pool: pg.Pool
  readonly #texts: Statements

  constructor(url: string) {
    pg.types.setTypeParser(pg.types.builtins.INT8, Number)
    this.#pool = new pg.Pool({ connectionString: url, max: connections })
    this.#texts = characterStatements({ isTrue: 'TRUE', parameter: (position) => `$${position}` })
  }

  async publicCharacters(limit: number): Promise<CharacterRow[]> {
    return this.#rows<CharacterRow>(this.#pool, 'list', [limit])
  }

  async user(id: number): Promise<UserRow | undefined> {
    const [user] = await this.#rows<UserRow>(this.#pool, 'user', [id])
    return user
  }

  async setLike(userId: number, characterId: number, liked: boolean): Promise<Like | undefined> {
    const [character] = await this.#rows<CharacterRow>(this.#pool, 'character', [characterId])
    if (!character) return undefined
    const client = await this.#pool.connect()
    try {
      await client.query('BEGIN')
      const changed = liked
        ? await this.#add(client, userId, characterId)
        : await this.#remove(client, userId, characterId)
      await client.query('COMMIT')
      return { changed, character }
    } finally {
      client.release()
    }
  }

  async #add(client: pg.PoolClient, userId: number, characterId: number): Promise<boolean> {
    const known = await this.#rows(client, 'liked', [userId, characterId])
    if (known.length > 0) return false
    await this.#rows(client, 'like', [userId, characterId, Date.now()])
    return true
  }

  async #remove(client: pg.PoolClient, userId: number, characterId: number): Promise<boolean> {
    const { rowCount } = await client.query(this.#prepared('unlike', [userId, characterId]))
    return (rowCount ?? 0) > 0
  }

  async #rows<Row extends pg.QueryResultRow>(
    on: pg.Pool | pg.PoolClient,
    name: keyof Statements,
    values: readonly number[],
  ): Promise<Row[]> {
    const { rows } = await on.query<Row>(this.#prepared(name, values))
    return rows
  }

  /** The driver prepares a named statement once per connection. */
  #prepared(name: keyof Statements, values: readonly number[]): pg.QueryConfig {
    return { name, text: this.#texts[name], values: [...values] }
  }
}
