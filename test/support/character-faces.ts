import { at } from './person.js'
import type { Person, RestAnswer } from './person.js'

/** A character as a caller describes it. */
export interface Sketch {
  readonly name?: unknown
  readonly greeting?: unknown
  readonly context?: unknown
  readonly imageUrl?: unknown
  readonly isPublic?: boolean
}

export interface ListFilter {
  readonly search?: string
  readonly ownerId?: string
  readonly ownerUsername?: string
}

export interface LikeOutcome {
  readonly success: boolean
  readonly likeCount: number
}

/** The error code of the schema; REST statuses are told by the same words. */
export type Refusal = 'UNAUTHENTICATED' | 'NOT_FOUND' | 'BAD_USER_INPUT' | 'CONFLICT'

/** What a caller can do with characters, in one form for GraphQL and REST. */
export interface CharacterFace {
  readonly name: 'GraphQL' | 'REST'
  /** The new character's id. */
  create(person: Person, sketch: Sketch, idempotencyKey?: string): Promise<{ id: string } | Refusal>
  /** The names of a whole list, in its order. */
  list(person: Person, filter: ListFilter): Promise<string[] | Refusal>
  like(person: Person, characterId: string, liked: boolean): Promise<LikeOutcome | Refusal>
}

const createCharacter = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
const characters = `query ($search: String, $ownerId: ID, $ownerUsername: String) {
  characters(search: $search, ownerId: $ownerId, ownerUsername: $ownerUsername, first: 100) {
    nodes { name } pageInfo { hasNextPage }
  }
}`
const setLike = `mutation ($id: ID!, $liked: Boolean!) {
  setLike(characterId: $id, liked: $liked) { changed character { likeCount } }
}`

const graphqlFace: CharacterFace = {
  name: 'GraphQL',
  async create(person, { isPublic, ...sketch }, idempotencyKey) {
    const visibility = isPublic === undefined ? undefined : isPublic ? 'PUBLIC' : 'PRIVATE'
    const { data, errors } = await person.graphql(createCharacter, { input: { ...sketch, visibility, idempotencyKey } })
    return refusalOf(errors) ?? { id: at(data, 'createCharacter', 'character', 'id') }
  },
  async list(person, filter) {
    const { data, errors } = await person.graphql(characters, filter)
    const found = data?.['characters'] as { nodes: { name: string }[]; pageInfo: { hasNextPage: boolean } } | undefined
    if (found?.pageInfo.hasNextPage) throw new Error('this list has more than one page')
    return refusalOf(errors) ?? found?.nodes.map(({ name }) => name) ?? []
  },
  async like(person, id, liked) {
    const { data, errors } = await person.graphql(setLike, { id, liked })
    const refusal = refusalOf(errors)
    if (refusal) return refusal
    const { setLike: outcome } = data as { setLike: { changed: boolean; character: { likeCount: number } } }
    return { success: outcome.changed, likeCount: outcome.character.likeCount }
  },
}

const restFace: CharacterFace = {
  name: 'REST',
  async create(person, { isPublic: accessLevel, ...sketch }, key) {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const answer = await person.rest('POST', '/api/characters', { ...sketch, accessLevel }, headers)
    return refusalOfStatus(answer) ?? { id: String((answer.body as { data: { id: number } }).data.id) }
  },
  async list(person, { search, ownerId: userId, ownerUsername: userid }) {
    const query = Object.entries({ search, userId, userid }).filter((entry): entry is [string, string] => !!entry[1])
    // an empty search is a search, an absent one is not
    if (search === '') query.push(['search', ''])
    const answer = await person.rest('GET', `/api/characters?${new URLSearchParams(query).toString()}`)
    return refusalOfStatus(answer) ?? (answer.body as { name: string }[]).map(({ name }) => name)
  },
  async like(person, id, liked) {
    const action = liked ? 'like' : 'unlike'
    const answer = await person.rest('POST', `/api/characters/${id}/like`, { action })
    return refusalOfStatus(answer) ?? (answer.body as LikeOutcome)
  },
}

export const characterFaces = [graphqlFace, restFace] as const

/** Makes a character that must come to be; its id. */
export async function made(face: CharacterFace, person: Person, sketch: Sketch): Promise<string> {
  const outcome = await face.create(person, sketch)
  if (typeof outcome === 'string') throw new Error(`not made: ${outcome}`)
  return outcome.id
}

function refusalOf(errors: readonly { extensions: { code: string } }[]): Refusal | undefined {
  return errors[0]?.extensions.code as Refusal | undefined
}

function refusalOfStatus({ status, text }: RestAnswer): Refusal | undefined {
  switch (status) {
    case 200:
      return undefined
    case 401:
      return 'UNAUTHENTICATED'
    case 404:
      return 'NOT_FOUND'
    case 400:
    case 422:
      return 'BAD_USER_INPUT'
    case 409:
      return 'CONFLICT'
    default:
      throw new Error(`answered ${String(status)}: ${text}`)
  }
}
