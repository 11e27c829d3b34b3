import { graphql, keyOf, folderOf, type LogRoom } from './writes.js'
import { Write, type Request } from './write.js'

/** A deletion that a client has begun: after a kill the object must be gone or exist, with all its parts. */
export interface Deletion {
  readonly noun: 'room' | 'character' | 'account'
  readonly id: string
  readonly write: Write
  /** Set by a check for a deletion without an answer. */
  isDone?: boolean
}

type Api = 'graphql' | 'rest' | 'chatLog'

export function roomDeletion(room: LogRoom, api: Api): Deletion {
  const requests: Readonly<Record<Api, Request>> = {
    graphql: graphql('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }', { id: room.id }),
    rest: { method: 'DELETE', path: `/api/rooms/${room.kind}rooms/${room.id}` },
    chatLog: { method: 'DELETE', path: `${folderOf(room)}/delete_room`, body: keyOf(room) },
  }
  return deletion('room', room.id, requests[api], api === 'chatLog' ? 'chatLog' : 'app')
}

export function characterDeletion(id: string, api: Api): Deletion {
  const mutation = graphql('mutation ($id: ID!) { deleteCharacter(id: $id) { deletedCharacterId } }', { id })
  return deletion('character', id, api === 'graphql' ? mutation : { method: 'DELETE', path: `/api/characters/${id}` })
}

export function accountDeletion(id: string, api: Api): Deletion {
  const mutation = graphql('mutation ($id: ID!) { deleteAccount(id: $id) { deletedAccountId } }', { id })
  return deletion('account', id, api === 'graphql' ? mutation : { method: 'DELETE', path: `/api/users/${id}` })
}

function deletion(noun: Deletion['noun'], id: string, request: Request, target: 'app' | 'chatLog' = 'app'): Deletion {
  const write = new Write({
    noun: 'deletion',
    name: `deletion of the ${noun} ${id}`,
    request,
    target,
    result: () => id,
  })
  return { noun, id, write }
}
