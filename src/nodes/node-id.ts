const nodeTypes = ['Account', 'User', 'Character', 'ChatRoom', 'OfficeRoom', 'LogEntry', 'Generation'] as const
export type NodeType = (typeof nodeTypes)[number]

/** The keys of a row. Those of its type are set. */
interface KeyedRow {
  readonly id?: number | string
  readonly roomId?: string
  readonly index?: number
}

const byId = ({ id }: KeyedRow) => String(id)
const byRoomId = ({ roomId }: KeyedRow) => String(roomId)

const keyOf: Readonly<Record<NodeType, (row: KeyedRow) => string>> = {
  Account: byId,
  User: byId,
  Character: byId,
  ChatRoom: byRoomId,
  OfficeRoom: byRoomId,
  LogEntry: ({ roomId, index }) => `${String(roomId)}/${String(index)}`,
  Generation: byId,
}

/** The global id of a row of this type: base64url of `type:key`. */
export function nodeIdOf(type: NodeType, row: KeyedRow): string {
  return Buffer.from(`${type}:${keyOf[type](row)}`).toString('base64url')
}

/** Type and key of a global id; undefined for any other text. */
export function parseNodeId(nodeId: string): { readonly type: NodeType; readonly key: string } | undefined {
  const text = Buffer.from(nodeId, 'base64url').toString()
  const type = nodeTypes.find((name) => text.startsWith(`${name}:`))
  return type && { type, key: text.slice(type.length + 1) }
}
