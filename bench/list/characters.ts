import { readFileSync } from 'node:fs'
import { DateTime } from '../../schema/date-time.js'
import { openCharacters, type CharacterRow, type CharacterStore } from '../peers/character-store.js'
import { tokenReader } from '../peers/token.js'
import type { ServerEnvironment } from '../server-environment.js'

// The common part of the servers that Parley is compared with: its schema and resolvers over its rows, written by hand.

export const typeDefs = readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8')

export interface BareContext {
  /** The id of the caller; undefined for a guest. */
  readonly callerId: number | undefined
}

declare module 'mercurius' {
  interface MercuriusContext {
    readonly callerId: number | undefined
  }
}

export class BareCharacters {
  readonly #store: CharacterStore
  readonly #claimsOf

  constructor({ database, secret }: Omit<ServerEnvironment, 'port'>) {
    this.#store = openCharacters(database)
    this.#claimsOf = tokenReader(secret)
  }

  /** Identifies the caller: verifies the token and looks the account up, like Parley. */
  async identify(authorization: string | undefined): Promise<BareContext> {
    const claims = this.#claimsOf(authorization)
    if (!claims) return { callerId: undefined }
    const user = await this.#store.user(claims.userId)
    return { callerId: user?.sessionVersion === claims.sessionVersion ? user.id : undefined }
  }

  readonly resolvers = {
    DateTime,
    Query: {
      characters: async (_root: unknown, { first }: { first: number }) => {
        const rows = await this.#store.publicCharacters(first + 1)
        const nodes = rows.slice(0, first)
        const edges = nodes.map((node) => ({ cursor: cursorOf(node), node }))
        const endCursor = edges.at(-1)?.cursor ?? null
        const startCursor = edges[0]?.cursor ?? null
        const pageInfo = { hasNextPage: rows.length > first, hasPreviousPage: false, startCursor, endCursor }
        return { nodes, edges, pageInfo }
      },
    },
    Mutation: {
      setLike: async (
        _root: unknown,
        { characterId, liked }: { characterId: string; liked: boolean },
        { callerId }: BareContext,
      ) => {
        if (callerId === undefined) throw new Error('not signed in')
        return this.#store.setLike(callerId, Number(characterId), liked)
      },
    },
    Character: {
      visibility: ({ isPublic }: CharacterRow) => (isPublic ? 'PUBLIC' : 'PRIVATE'),
    },
  }
}

function cursorOf({ id }: CharacterRow): string {
  return Buffer.from(String(id)).toString('base64url')
}
