import type { Person } from '../support/app/person.js'
import type { Read } from './manifest.js'

const account = `{
  me {
    id username handle email emailVerified membership profileImageUrl createdAt updatedAt
    apiKeys { id name prefix createdAt expiresAt }
  }
  myCharacters(first: 20) {
    nodes { id name greeting context tags source { description exampleDialogues } imageUrl visibility likeCount likedByMe createdAt updatedAt }
  }
}`
const room = `query ($id: ID!) {
  room(id: $id) {
    __typename id recordId name ownerId userId createdAt updatedAt
    proposedTitle instructions model archivedAt sampling { maxTokens temperature topP frequencyPenalty presencePenalty }
    ... on ChatRoom { character { id name imageUrl likeCount } }
    ... on OfficeRoom { roomType }
    entries(first: 12) {
      nodes {
        id index version inputData outputData thoughts sources { ...Source } imgUrl createdAt
        alternatives { number inputData outputData thoughts sources { ...Source } shown generationId model createdAt }
      }
    }
    generations(first: 12) {
      nodes {
        id status text thoughts webSearch { state query } sources { ...Source } attempt message model regeneratesIndex
        entry { index } error { code } createdAt finishedAt
      }
    }
  }
}
fragment Source on Source { kind number title link file place passage }`
const reply = `query ($id: ID!) {
  generation(id: $id) { roomId message status text attempt error { code } entry { inputData outputData } }
}`

type Request = Pick<Read, 'method' | 'path' | 'sent'>

const graphql = (query: string, variables: object = {}): Request => ({
  method: 'POST',
  path: '/graphql',
  sent: { query, variables },
})

/** The requests to the released server and to every later one. */
export const requests = {
  account: () => graphql(account),
  room: (id: string) => graphql(room, { id }),
  log: (folder: 'chatrooms' | 'officerooms', id: string): Request => ({
    method: 'GET',
    path: `/api/rooms/${folder}/${id}/logs`,
    sent: null,
  }),
  characters: (): Request => ({ method: 'GET', path: '/api/characters', sent: null }),
  logRoom: (userId: string, id: string): Request => ({
    method: 'POST',
    path: '/doclog/office/load_log',
    sent: { user_id: userId, id },
  }),
} as const

/** Sends a request; returns the status and the body, which must be JSON. */
export async function answerTo(person: Person, { method, path, sent }: Request) {
  const { status, body } = await person.rest(method, path, sent ?? undefined)
  return { status, body }
}

export interface SeenReply {
  readonly roomId: string
  readonly message: string
  readonly status: string
  readonly text: string
  readonly attempt: number
  readonly error: { readonly code: string } | null
  readonly entry: { readonly inputData: string; readonly outputData: string } | null
}

export async function replyOf(person: Person, id: string): Promise<SeenReply> {
  const { generation } = (await person.data(reply, { id })) as { generation: SeenReply }
  return generation
}
