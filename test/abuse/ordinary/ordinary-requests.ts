import type { OrdinaryRequest } from './ordinary.js'
import type { World } from '../world.js'

/** The requests of the ordinary client in their order, each with the answer of an idle server. */
export function ordinaryRequests({ ann, smallRoomId, messageRoomIds, largeRoomId }: World): readonly OrdinaryRequest[] {
  const headers = { authorization: `Bearer ${ann.token}` }
  const get = (name: string, path: string, text: string): OrdinaryRequest => ({
    name,
    method: 'GET',
    path,
    headers,
    expects: { status: 200, text },
  })
  const graphql = (name: string, query: string, variables: object, text: string): OrdinaryRequest => ({
    name,
    method: 'POST',
    path: '/graphql',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    expects: { status: 200, text },
  })
  const readMe = graphql('me', '{ me { id username } }', {}, '"username":"ann"')
  const entriesQuery = 'query ($id: ID!) { room(id: $id) { entries(last: 20) { nodes { index outputData } } } }'
  const readEntries = graphql('entries', entriesQuery, { id: smallRoomId }, 'a short reply')
  const readProfile = get('profile', '/api/users/profile', '"username":"ann"')
  const readCharacters = get('characters', '/api/characters/my', '"Character 3"')
  const readLog = get('log', `/api/rooms/officerooms/${smallRoomId}/logs`, 'a short reply')
  const send = (roomId: string) =>
    graphql(
      'sendMessage',
      'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id status } } }',
      { input: { roomId, text: 'Hello' } },
      '"status":"QUEUED"',
    )
  const pageQuery =
    'query ($id: ID!) { room(id: $id) { entries(first: 100) { nodes { outputData } pageInfo { hasNextPage } } } }'
  // a page of long entries ends early and reports that there is more
  const readLongPage = graphql('page of long entries', pageQuery, { id: largeRoomId }, '"hasNextPage":true')
  const reads = [readMe, readProfile, readEntries, readCharacters, readLog]
  const fourSeconds = [...Array(16).keys()].flatMap(() => reads)
  // one message and one long page every four seconds, each message in the next room
  return messageRoomIds.flatMap((roomId) => [...fourSeconds.slice(2), readLongPage, send(roomId)])
}
