import libsql from 'libsql'
import { SqliteCharacters } from '../peers/sqlite-characters.js'
import { tokenReader } from '../peers/token.js'
import type { ServerEnvironment } from '../server-environment.js'

interface ProfileRow {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly profileImageUrl: string | null
  readonly membership: string
  readonly createdAt: number
  readonly timeZone: string | null
}

const pageSize = 100

/** The answers of the servers beside Parley: Parley's SQL, prepared once, and Parley's bodies, built by hand. */
export class BareRest {
  readonly #characters: SqliteCharacters
  readonly #likes = new Map<number, ReturnType<libsql.Database['prepare']>>()
  readonly #profile
  readonly #claimsOf
  readonly #database: libsql.Database

  constructor({ database: file, secret }: Omit<ServerEnvironment, 'port'>) {
    this.#characters = new SqliteCharacters(file)
    this.#claimsOf = tokenReader(secret)
    this.#database = new libsql(file)
    this.#profile = this.#database.prepare(
      `SELECT id, username, email, profile_image_url AS profileImageUrl, membership_type AS membership,
        created_at AS createdAt, time_zone AS timeZone FROM users WHERE id = ?`,
    )
  }

  /** The answer of `GET /api/characters`. */
  characters(): object[] {
    const rows = this.#characters.publicCharacters(pageSize + 1)
    const likes = this.#likesOf(rows.map(({ id }) => id))
    return rows.map(({ isPublic, ownerId, createdAt, updatedAt, ...row }) => ({
      id: row.id,
      name: row.name,
      greeting: row.greeting,
      context: row.context,
      description: row.description,
      exampleDialogues: row.exampleDialogues,
      tags: JSON.parse(row.tags) as string[],
      imageUrl: row.imageUrl,
      accessLevel: isPublic === 1,
      userId: ownerId,
      likeCount: likes.get(row.id) ?? 0,
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
    }))
  }

  /** The answer of `GET /api/users/profile`; undefined without a token of a present session. Throws for an invalid token. */
  profile(authorization: string | undefined) {
    const id = this.#identify(authorization)
    const row = id === undefined ? undefined : (this.#profile.get(id) as ProfileRow | undefined)
    if (!row) return undefined
    const { username, email, profileImageUrl, membership, createdAt, timeZone } = row
    const answer = { id: row.id, username, email, profileImageUrl, membershipType: membership }
    return { ...answer, createdAt: new Date(createdAt).toISOString(), timeZone }
  }

  #likesOf(ids: readonly number[]): Map<number, number> {
    const count = this.#likes.get(ids.length) ?? this.#prepareLikes(ids.length)
    const rows = count.all(...ids) as { id: number; likes: number }[]
    return new Map(rows.map(({ id, likes }) => [id, likes]))
  }

  #prepareLikes(count: number) {
    const statement = this.#database.prepare(
      `SELECT character_id AS id, COUNT(*) AS likes FROM character_likes
        WHERE character_id IN (${Array.from({ length: count }, () => '?').join(', ')}) GROUP BY character_id`,
    )
    this.#likes.set(count, statement)
    return statement
  }

  #identify(authorization: string | undefined): number | undefined {
    const claims = this.#claimsOf(authorization)
    const user = claims && this.#characters.user(claims.userId)
    return user?.sessionVersion === claims?.sessionVersion ? user?.id : undefined
  }
}
