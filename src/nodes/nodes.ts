import type { LogEntry } from '@parley/chat-log-store'
import type { ResultBytes } from '@parley/runtime'
import { rowId, rowIds } from '@parley/statements'
import type { Characters } from '../characters/characters.js'
import type { Character } from '../characters/character.js'
import type { ChatLogs } from '../chat-logs/chat-logs.js'
import { kindTable } from '../kinds.js'
import type { Generation } from '../replies/generation.js'
import type { Replies } from '../replies/replies.js'
import type { Room } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Caller } from '../users/caller.js'
import type { User } from '../users/user.js'
import type { Users } from '../users/users.js'
import { nodeIdOf, parseNodeId, type NodeType } from './node-id.js'

type NodeRow = User | Character | Room | LogEntry | Generation

/** A row with the type that its global id names, from which GraphQL resolves `Node`. */
export type TypedNode = NodeRow & { readonly __typename: NodeType }

/** The caller of a query, and the byte budget of its result. */
interface NodeReader {
  readonly caller: Caller
  readonly bytes: ResultBytes
}

/** The objects of the schema by their global ids, with the access rules of their own queries. */
export class Nodes {
  constructor(
    private readonly options: {
      readonly users: Users
      readonly characters: Characters
      readonly rooms: Rooms
      readonly chatLogs: ChatLogs
      readonly replies: Replies
    },
  ) {}

  /**
   * In the order of the ids. Null for a text that is not a global id, for a missing object and for one that the caller
   * may not read.
   */
  async find(reader: NodeReader, nodeIds: readonly string[]): Promise<(TypedNode | null)[]> {
    const keys = new Map<NodeType, Set<string>>()
    for (const { type, key } of nodeIds.flatMap((nodeId) => parseNodeId(nodeId) ?? []))
      keys.set(type, (keys.get(type) ?? new Set()).add(key))
    // by its only spelling
    const found = new Map<string, TypedNode>()
    const read = async (type: NodeType, ofType: ReadonlySet<string>) => {
      for (const row of await this.#rows(reader, type, [...ofType]))
        if (row) found.set(nodeIdOf(type, row), { ...row, __typename: type })
    }
    await Promise.all([...keys].map(([type, ofType]) => read(type, ofType)))
    return nodeIds.map((nodeId) => found.get(nodeId) ?? null)
  }

  async #rows({ caller, bytes }: NodeReader, type: NodeType, keys: string[]): Promise<readonly (NodeRow | null)[]> {
    const { users, characters, rooms, replies } = this.options
    switch (type) {
      case 'Account':
        return users.accountsOf(caller, rowIds(keys))
      case 'User':
        return users.byIds(rowIds(keys))
      case 'Character':
        return characters.findAll(caller, rowIds(keys), bytes)
      case 'ChatRoom':
      case 'OfficeRoom':
        return (await rooms.findAll(caller, keys)).filter(({ kind }) => kindTable[kind].roomType === type)
      case 'LogEntry':
        return this.#entries({ caller, bytes }, keys)
      case 'Generation':
        return replies.findAll(caller, keys, bytes)
    }
  }

  async #entries({ caller, bytes }: NodeReader, keys: string[]): Promise<readonly (LogEntry | null)[]> {
    const { rooms, chatLogs } = this.options
    const places = keys
      .map((key) => key.split('/'))
      .map(([roomId = '', index = '']) => ({ roomId, index: rowId(index) }))
    const found = await rooms.findAll(caller, [...new Set(places.map(({ roomId }) => roomId))])
    const byId = new Map(found.map((room) => [room.roomId, room]))
    const entries = places.map(({ roomId, index }) => {
      const room = byId.get(roomId)
      return room && index !== undefined ? chatLogs.entry(room, index, bytes) : Promise.resolve(null)
    })
    return Promise.all(entries)
  }
}
