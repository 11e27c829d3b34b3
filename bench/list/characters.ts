import { readFileSync } from 'node:fs'
import libsql from 'libsql'
import jsonwebtoken from 'jsonwebtoken'
import type { KeyObject } from 'node:crypto'
import { createSecretKey } from 'node:crypto'
import { z } from 'zod'
import { DateTime } from '../../schema/date-time.js'

// The common part of the two servers that Parley is compared with: its schema, its file and its rows, written by hand.

export const typeDefs = readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8')

export interface BareContext {
  /** The id of the caller; undefined for a guest. */
  readonly callerId: number | undefined
}

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
  readonly sessionVersion: number
}

const claimsSchema = z.object({ sub: z.string(), ver: z.number() })

/** The database with its prepared statements. */
export class BareCharacters {
  readonly #list
  readonly #user
  readonly #key: KeyObject

  constructor({ file, secret }: { file: string; secret: string }) {
    const database = new libsql(file)
    database.pragma('query_only = ON')
    this.#list = database.prepare(
      `SELECT id, name, greeting, context, image_url AS imageUrl, access_level AS isPublic, user_id AS ownerId,
        created_at AS createdAt, updated_at AS updatedAt FROM characters WHERE access_level = 1 ORDER BY id LIMIT ?`,
    )
    this.#user = database.prepare('SELECT id, role, session_version AS sessionVersion FROM users WHERE id = ?')
    this.#key = createSecretKey(Buffer.from(secret))
  }

  /** Identifies the caller: verifies the token and looks the account up, like Parley. */
  identify(authorization: string | undefined): BareContext {
    const token = authorization?.replace(/^Bearer /, '')
    if (token === undefined) return { callerId: undefined }
    const claims = claimsSchema.parse(jsonwebtoken.verify(token, this.#key, { algorithms: ['HS512'] }))
    const user = this.#user.get(Number(claims.sub)) as UserRow | undefined
    return { callerId: user?.sessionVersion === claims.ver ? user.id : undefined }
  }

  readonly resolvers = {
    DateTime,
    Query: {
      characters: (_root: unknown, { first }: { first: number }) => {
        const rows = this.#list.all(first + 1) as CharacterRow[]
        const nodes = rows.slice(0, first)
        const edges = nodes.map((node) => ({ cursor: cursorOf(node), node }))
        const endCursor = edges.at(-1)?.cursor ?? null
        const startCursor = edges[0]?.cursor ?? null
        const pageInfo = { hasNextPage: rows.length > first, hasPreviousPage: false, startCursor, endCursor }
        return { nodes, edges, pageInfo }
      },
    },
    Character: {
      visibility: ({ isPublic }: CharacterRow) => (isPublic === 1 ? 'PUBLIC' : 'PRIVATE'),
    },
  }
}

function cursorOf({ id }: CharacterRow): string {
  return Buffer.from(String(id)).toString('base64url')
}
