import { createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import libsql from 'libsql'
import jsonwebtoken from 'jsonwebtoken'
import { z } from 'zod'
import type { ServerEnvironment } from '../server-environment.js'

interface CharacterRow {
  readonly id: number
  readonly name: string
  readonly greeting: string | null
  readonly context: string | null
  readonly imageUrl: string | null
  readonly isPublic: number
  readonly ownerId: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

interface UserRow {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly profileImageUrl: string | null
  readonly membership: string
  readonly createdAt: number
}

const claimsSchema = z.object({ sub: z.string(), ver: z.number() })
const pageSize = 100

/** The answers of the two bare servers: Parley's SQL, prepared once, and Parley's bodies, built by hand. */
export class BareRest {
  readonly #list
  readonly #likes = new Map<number, ReturnType<libsql.Database['prepare']>>()
  readonly #caller
  readonly #profile
  readonly #key: KeyObject
  readonly #database: libsql.Database

  constructor({ file, secret }: Omit<ServerEnvironment, 'port'>) {
    const database = new libsql(file)
    database.pragma('query_only = ON')
    this.#database = database
    this.#list = database.prepare(
      `SELECT id, name, greeting, context, image_url AS imageUrl, access_level AS isPublic, user_id AS ownerId,
        created_at AS createdAt, updated_at AS updatedAt FROM characters WHERE access_level = 1 ORDER BY id LIMIT ?`,
    )
    this.#caller = database.prepare('SELECT id, role, session_version AS sessionVersion FROM users WHERE id = ?')
    this.#profile = database.prepare(
      `SELECT id, username, email, profile_image_url AS profileImageUrl, membership_type AS membership,
        created_at AS createdAt FROM users WHERE id = ?`,
    )
    this.#key = createSecretKey(Buffer.from(secret))
  }

  /** The answer of `GET /api/characters`. */
  characters(): object[] {
    const rows = this.#list.all(pageSize + 1) as CharacterRow[]
    const likes = this.#likesOf(rows.map(({ id }) => id))
    return rows.map(({ isPublic, ownerId, createdAt, updatedAt, ...row }) => ({
      id: row.id,
      name: row.name,
      greeting: row.greeting,
      context: row.context,
      imageUrl: row.imageUrl,
      accessLevel: isPublic === 1,
      userId: ownerId,
      likeCount: likes.get(row.id) ?? 0,
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
    }))
  }

  /** The answer of `GET /api/users/profile`; undefined for an invalid token. */
  profile(authorization: string | undefined): object | undefined {
    const id = this.#identify(authorization)
    const row = id === undefined ? undefined : (this.#profile.get(id) as UserRow | undefined)
    if (!row) return undefined
    const { username, email, profileImageUrl, membership, createdAt } = row
    const createdAtText = new Date(createdAt).toISOString()
    return { id: row.id, username, email, profileImageUrl, membershipType: membership, createdAt: createdAtText }
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
    if (authorization === undefined) return undefined
    const token = authorization.replace(/^Bearer /, '')
    const { sub, ver } = claimsSchema.parse(jsonwebtoken.verify(token, this.#key, { algorithms: ['HS512'] }))
    const user = this.#caller.get(Number(sub)) as { id: number; sessionVersion: number } | undefined
    return user?.sessionVersion === ver ? user.id : undefined
  }
}
