import { PostgresCharacters } from './postgres-characters.js'
import { SqliteCharacters } from './sqlite-characters.js'

export interface CharacterRow {
  readonly id: number
  readonly name: string
  readonly greeting: string | null
  readonly context: string | null
  readonly description: string | null
  readonly exampleDialogues: string | null
  /** JSON. */
  readonly tags: string
  readonly imageUrl: string | null
  /** 0 or 1 on SQLite. */
  readonly isPublic: boolean | number
  readonly ownerId: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

export interface UserRow {
  readonly id: number
  readonly sessionVersion: number
}

export interface Like {
  readonly changed: boolean
  readonly character: CharacterRow
}

/** Parley's statements, written by hand and prepared once. */
export interface CharacterStore {
  publicCharacters(limit: number): readonly CharacterRow[] | Promise<readonly CharacterRow[]>
  user(id: number): UserRow | undefined | Promise<UserRow | undefined>
  /** One durable transaction. Undefined for a character that is not public. */
  setLike(userId: number, characterId: number, liked: boolean): Like | undefined | Promise<Like | undefined>
}

/** A file of SQLite or the URL of a PostgreSQL database. */
export function openCharacters(database: string): CharacterStore {
  return database.startsWith('postgres:') ? new PostgresCharacters(database) : new SqliteCharacters(database)
}
