import { at, type Person, type RestAnswer } from '../app/person.js'

/** A character as callers describe it. */
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

/** The error code of the schema; REST statuses have the same names. */
export type Refusal = 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND' | 'BAD_USER_INPUT' | 'CONFLICT'

/** Operations on characters, in one form for GraphQL and REST. */
export interface CharacterApi {
  readonly name: 'GraphQL' | 'REST'
  /** Returns the id of the new character. */
  create(person: Person, sketch: Sketch, idempotencyKey?: string): Promise<{ id: string } | Refusal>
  /** The names of the complete list, in its order. */
  list(person: Person, filter: ListFilter): Promise<string[] | Refusal>
  like(person: Person, characterId: string, liked: boolean): Promise<LikeOutcome | Refusal>
  /** Returns the changed character. */
  update(person: Person, characterId: string, change: Sketch): Promise<Required<Sketch> | Refusal>
  /** Returns whether it is public afterwards. */
  setVisibility(person: Person, characterId: string, isPublic: boolean): Promise<boolean | Refusal>
  delete(person: Person, characterId: string): Promise<'deleted' | Refusal>
}

const createCharacter = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
const characters = `query ($search: String, $ownerId: ID, $ownerUsername: String) {
  characters(search: $search, ownerId: $ownerId, ownerUsername: $ownerUsername, first: 100) {
    nodes { name } pageInfo { hasNextPage }
  }
}`
const updateCharacter = `mutation ($id: ID!, $input: UpdateCharacterInput!) {
  updateCharacter(id: $id, input: $input) { character { name greeting context imageUrl visibility } }
}`
const setVisibility = `mutation ($id: ID!, $visibility: Visibility!) {
  setVisibility(characterId: $id, visibility: $visibility) { character { visibility } }
}`
const deleteCharacter = 'mutation ($id: ID!) { deleteCharacter(id: $id) { deletedCharacterId } }'
const setLike = `mutation ($id: ID!, $liked: Boolean!) {
  setLike(characterId: $id, liked: $liked) { changed character { likeCount } }
}`

const graphqlApi: CharacterApi = {
  name: 'GraphQL',
  async create(person, { isPublic, ...sketch }, idempotencyKey) {
    const input = { ...sketch, visibility: visibilityOf(isPublic), idempotencyKey }
    const { data, errors } = await person.graphql(createCharacter, { input })
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
  async update(person, id, { isPublic, ...sketch }) {
    const input = { ...sketch, visibility: visibilityOf(isPublic) }
    const { data, errors } = await person.graphql(updateCharacter, { id, input })
    const refusal = refusalOf(errors)
    if (refusal) return refusal
    const { character } = data?.['updateCharacter'] as { character: Required<Sketch> & { visibility: string } }
    const { visibility, ...rest } = character
    return { ...rest, isPublic: visibility === 'PUBLIC' }
  },
  async setVisibility(person, id, isPublic) {
    const { data, errors } = await person.graphql(setVisibility, { id, visibility: visibilityOf(isPublic) })
    return refusalOf(errors) ?? at(data, 'setVisibility', 'character', 'visibility') === 'PUBLIC'
  },
  async delete(person, id) {
    const { data, errors } = await person.graphql(deleteCharacter, { id })
    const refusal = refusalOf(errors)
    if (refusal) return refusal
    if (at(data, 'deleteCharacter', 'deletedCharacterId') !== id) throw new Error('another one was deleted')
    return 'deleted'
  },
}

const restApi: CharacterApi = {
  name: 'REST',
  async create(person, { isPublic: accessLevel, ...sketch }, key) {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const answer = await person.rest('POST', '/api/characters', { ...sketch, accessLevel }, headers)
    return refusalOfStatus(answer) ?? { id: String((answer.body as { data: { id: number } }).data.id) }
  },
  async list(person, { search, ownerId: userId, ownerUsername: userid }) {
    const query = Object.entries({ search, userId, userid }).filter((entry): entry is [string, string] => !!entry[1])
    // an empty search differs from an absent one
    if (search === '') query.push(['search', ''])
    const answer = await person.rest('GET', `/api/characters?${new URLSearchParams(query).toString()}`)
    return refusalOfStatus(answer) ?? (answer.body as { name: string }[]).map(({ name }) => name)
  },
  async like(person, id, liked) {
    const action = liked ? 'like' : 'unlike'
    const answer = await person.rest('POST', `/api/characters/${id}/like`, { action })
    return refusalOfStatus(answer) ?? (answer.body as LikeOutcome)
  },
  async update(person, id, { isPublic: accessLevel, ...sketch }) {
    const answer = await person.rest('PUT', `/api/characters/${id}`, { ...sketch, accessLevel })
    const refusal = refusalOfStatus(answer)
    if (refusal) return refusal
    const { name, greeting, context, imageUrl, ...rest } = answer.body as Required<Sketch> & { accessLevel: boolean }
    return { name, greeting, context, imageUrl, isPublic: rest.accessLevel }
  },
  async setVisibility(person, id, isPublic) {
    const answer = await person.rest('PUT', `/api/characters/${id}/access-level`, { accessLevel: isPublic })
    return refusalOfStatus(answer) ?? answer.text.endsWith(' public')
  },
  async delete(person, id) {
    const answer = await person.rest('DELETE', `/api/characters/${id}`)
    const refusal = refusalOfStatus(answer)
    if (refusal) return refusal
    if (answer.status !== 204 || answer.text !== '') throw new Error(`answered ${answer.status}: ${answer.text}`)
    return 'deleted'
  },
}

export const characterApis = [graphqlApi, restApi] as const

/** Creates a character, which must succeed; returns its id. */
export async function made(api: CharacterApi, person: Person, sketch: Sketch): Promise<string> {
  const outcome = await api.create(person, sketch)
  if (typeof outcome === 'string') throw new Error(`not made: ${outcome}`)
  return outcome.id
}

function visibilityOf(isPublic: boolean | undefined): 'PUBLIC' | 'PRIVATE' | undefined {
  return isPublic === undefined ? undefined : isPublic ? 'PUBLIC' : 'PRIVATE'
}

function refusalOf(errors: readonly { extensions: { code: string } }[]): Refusal | undefined {
  return errors[0]?.extensions.code as Refusal | undefined
}

function refusalOfStatus({ status, text }: RestAnswer): Refusal | undefined {
  switch (status) {
    case 200:
    case 204:
      return undefined
    case 401:
      return 'UNAUTHENTICATED'
    case 403:
      return 'FORBIDDEN'
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
