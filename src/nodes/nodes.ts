import type { Characters } from '../characters/characters.js'
import type { Character } from '../characters/character.js'
import type { ChatLogs } from '../chat-logs/chat-logs.js'
import { rowId } from '../database/statements/row-id.js'
import { kindTable } from '../kinds.js'
import type { LogEntry } from '../ports/chat-log-store/chat-log-store.js'
import type { Generation } from '../replies/generation.js'
import type { Replies } from '../replies/replies.js'
import type { ResultBytes } from '../result-bytes.js'
import type { Room } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Caller } from '../users/caller.js'
import type { User } from '../users/user.js'
import type { Users } from '../users/users.js'
import { nodeIdOf, parseNodeId } from './node-id.js'
import type { NodeType } from './node-id.js'

type NodeRow = User | Character | Room | LogEntry | Generation

/** A row with the type that its global id names, from which GraphQL resolves `Node`. */
export type TypedNode = NodeRow & { readonly __typename: NodeType }

interface NodesOptions {
  readonly users: Users
  readonly characters: Characters
  readonly rooms: Rooms
  readonly chatLogs: ChatLogs
  readonly replies: Replies
}

/** The caller of a query, and the byte budget of its result. */
interface NodeReader {
  readonly caller: Caller
  readonly bytes: ResultBytes
}

/** The objects of the schema by their global ids. Each is found as its own query finds it. */
export class Nodes {
  constructor(private readonly options: NodesOptions) {}

  /** Null for an id that is none, for a missing object and for one that the caller may not read. */
  async find(reader: NodeReader, nodeId: string): Promise<TypedNode | null> {
    const parsed = parseNodeId(nodeId)
    if (!parsed) return null
    const row = await this.#row(reader, parsed.type, parsed.key)
    // an object has one id: not that of another type of room, nor one of another spelling
    return row && nodeIdOf(parsed.type, row) === nodeId ? { ...row, __typename: parsed.type } : null
  }

  async #row({ caller, bytes }: NodeReader, type: NodeType, key: string): Promise<NodeRow | null> {
    const { users, characters, rooms, chatLogs, replies } = this.options
    switch (type) {
      case 'Account':
        return users.findAccount(caller, key)
      case 'User':
        return users.find(key)
      case 'Character':
        return characters.find(caller, key, bytes)
      case 'ChatRoom':
      case 'OfficeRoom':
        return ofType(await rooms.find(caller, key), type)
      case 'LogEntry': {
        const [roomId = '', index = ''] = key.split('/')
        return chatLogs.entryOf(caller, { roomId, entryIndex: rowId(index) ?? null }, bytes)
      }
      case 'Generation':
        return replies.find(caller, key, bytes)
    }
  }
}

function ofType(room: Room | null, type: NodeType): Room | null {
  return room && kindTable[room.kind].roomType === type ? room : null
}
