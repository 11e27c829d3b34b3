import { z } from 'zod'
import { lenient } from '@parley/edge'
import { mapValues } from '@parley/runtime'
import { rules } from '../../schema/rules.js'
import { characterRules, characterTexts } from '../../src/characters/character.js'
import { json, nothing, required, text } from '../rows/answers.js'
import type { BodyNames } from '../rows/body-names.js'
import {
  accessLevelNames,
  characterBody,
  characterShape,
  noSuchCharacter,
  visibilityNamed,
  visibilityOf,
} from './character-body.js'
import { deletedSince, idempotencyField, idempotencyHeader } from '../rows/idempotency.js'
import {
  CharacterDocument,
  CharactersDocument,
  CreateCharacterDocument,
  DeleteCharacterDocument,
  MyCharactersDocument,
  SetVisibilityDocument,
  UpdateCharacterDocument,
  type CharactersQueryVariables,
} from '../operations/operations.generated.js'
import { imageOf, unfitImage } from './images-routes.js'
import type { Line } from '../contract/lines.js'
import { answerList, noRows, pageFields, pageQuery } from '../rows/pages.js'
import { route, runRoute, type Route } from '../rows/route.js'

const listQuery = z.object({
  ...pageQuery,
  search: rules.search.optional(),
  userId: lenient.rowId.optional(),
  userid: z.string().optional(),
})

/** The owner is ignored beside a search, readable or not (contract: characters.6). */
const listRequest = z.object({ query: z.preprocess(withoutIgnored, listQuery) })

const nameRule = (line: Line) => (line.has('shortCharacterNames') ? characterRules.earlyName : characterRules.name)

const createRequest = (line: Line) =>
  z.object({
    header: idempotencyHeader,
    body: z.object({
      name: nameRule(line),
      ...mapValues(characterTexts, ({ rule }) => lenient.optional(rule)),
      tags: lenient.optional(lenient.texts(characterRules.tags)),
      imageId: lenient.optional(rules.imageId),
      imageUrl: lenient.optional(rules.imageUrl),
      accessLevel: lenient.optional(lenient.boolean),
    }),
  })

/** contract: characters.3, characters.21 */
const characterNames: BodyNames = {
  name: ['character_name'],
  exampleDialogues: ['example_dialogues'],
  imageId: ['image_id'],
  imageUrl: ['image_url', 'image'],
  ...accessLevelNames,
}

const idPath = z.object({ id: lenient.rowId })

/** contract: characters.14 */
const updateRequest = (line: Line) =>
  z.object({
    path: idPath,
    body: z.object({
      name: nameRule(line).optional(),
      ...mapValues(characterTexts, ({ rule }) => rule.nullish()),
      tags: lenient.texts(characterRules.tags).nullish(),
      imageId: rules.imageId.nullish(),
      imageUrl: rules.imageUrl.nullish(),
      accessLevel: lenient.optional(lenient.boolean),
    }),
  })

const accessLevelRequest = z.object({ path: idPath, body: z.object({ accessLevel: lenient.boolean }) })

const created = z.object({
  status: z.literal('success'),
  message: z.string(),
  data: characterShape,
  errors: z.null(),
})

export const charactersRoutes = (line: Line): readonly Route[] => [
  runRoute({
    about: {
      id: 'listCharacters',
      tag: 'characters',
      summary: 'List characters',
      details:
        'Lists the public characters that match `search`; without it the characters of `userId`; without both all public ones.',
    },
    method: 'get',
    path: '/api/characters',
    token: 'optional',
    request: listRequest,
    answers: z.array(characterShape),
    fields: {
      ...pageFields,
      search: ['query', 'search'],
      ownerId: ['query', 'userId'],
      ownerUsername: ['query', 'userid'],
    },
    run: ({ query }, execute) => {
      const filter = filterOf(query)
      return answerList(
        query,
        async (page) => (await execute(CharactersDocument, { ...filter, ...page })).characters ?? noRows,
        (nodes) => nodes.map(characterBody),
      )
    },
  }),
  runRoute({
    about: {
      id: 'listMyCharacters',
      tag: 'characters',
      summary: 'List the caller’s characters',
    },
    method: 'get',
    path: '/api/characters/my',
    token: 'required',
    request: z.object({ query: z.object(pageQuery) }),
    answers: z.array(characterShape),
    fields: pageFields,
    run: ({ query }, execute) =>
      answerList(
        query,
        async (page) => (await execute(MyCharactersDocument, page)).myCharacters ?? noRows,
        (nodes) => nodes.map(characterBody),
      ),
  }),
  route({
    about: { id: 'readCharacter', tag: 'characters', summary: 'Read a character' },
    method: 'get',
    path: '/api/characters/:id',
    token: 'optional',
    operation: CharacterDocument,
    request: z.object({ path: idPath }),
    answers: characterShape,
    refuses: { notFound: noSuchCharacter },
    fields: { id: ['path', 'id'] },
    variables: ({ path }) => ({ id: String(path.id) }),
    answer: ({ character }) => json(characterBody(required(character, 'NOT_FOUND'))),
  }),
  runRoute({
    about: { id: 'createCharacter', tag: 'characters', summary: 'Create a character' },
    method: 'post',
    path: '/api/characters',
    token: 'required',
    request: createRequest(line),
    answers: line.has('bareNewCharacter') ? characterShape : created,
    refuses: { badRequest: unfitImage, notFound: deletedSince, conflict: 'The account has 2,000 characters.' },
    names: characterNames,
    file: { name: 'image', lists: ['tags'] },
    fields: { ...idempotencyField, 'input.visibility': ['body', 'accessLevel'] },
    run: async ({ header, body: { accessLevel, ...sent } }, execute, { upload }) => {
      const idempotencyKey = header['idempotency-key']
      const image = await upload.store({ operation: 'createCharacter', key: idempotencyKey })
      const input = { ...sent, ...imageOf(image), ...visibilityOf(accessLevel), idempotencyKey }
      const { createCharacter } = await execute(CreateCharacterDocument, { input })
      return newCharacter(characterBody(createCharacter.character), line)
    },
  }),
  runRoute({
    about: {
      id: 'updateCharacter',
      tag: 'characters',
      summary: 'Change a character',
      details: 'An absent key keeps its value. `null` clears it, except for the access level, which it keeps.',
    },
    method: 'put',
    path: '/api/characters/:id',
    token: 'required',
    request: updateRequest(line),
    answers: characterShape,
    refuses: {
      badRequest: unfitImage,
      forbidden:
        'The character belongs to another account, or an administrator has made it private and the caller makes it public.',
      notFound: noSuchCharacter,
    },
    names: characterNames,
    fields: { id: ['path', 'id'], 'input.visibility': ['body', 'accessLevel'] },
    file: { name: 'image', lists: ['tags'] },
    run: async ({ path, body: { accessLevel, ...sent } }, execute, { upload }) => {
      const image = await upload.store({ operation: 'updateCharacter', key: undefined })
      const input = { ...sent, ...imageOf(image), ...visibilityOf(accessLevel) }
      const { updateCharacter } = await execute(UpdateCharacterDocument, { id: String(path.id), input })
      return json(characterBody(updateCharacter.character))
    },
  }),
  route({
    about: {
      id: 'setAccessLevel',
      tag: 'characters',
      summary: 'Show or hide any character',
      details: 'The owner cannot make a character public that was hidden here.',
    },
    method: 'put',
    path: '/api/characters/:id/access-level',
    token: 'required',
    operation: SetVisibilityDocument,
    request: accessLevelRequest,
    answers: 'text',
    refuses: { forbidden: 'The caller is not an administrator.', notFound: 'The character does not exist.' },
    names: characterNames,
    fields: { characterId: ['path', 'id'], visibility: ['body', 'accessLevel'] },
    variables: ({ path, body }) => ({
      characterId: String(path.id),
      visibility: visibilityNamed(body.accessLevel),
    }),
    answer: ({ setVisibility: { character } }) =>
      text(`Successfully made character ${character.id} ${character.visibility.toLowerCase()}`),
  }),
  route({
    about: {
      id: 'deleteCharacter',
      tag: 'characters',
      summary: 'Delete a character and every room with it',
    },
    method: 'delete',
    path: '/api/characters/:id',
    token: 'required',
    operation: DeleteCharacterDocument,
    request: z.object({ path: idPath }),
    answers: 'nothing',
    refuses: { forbidden: 'The character belongs to another account.', notFound: noSuchCharacter },
    fields: { id: ['path', 'id'] },
    variables: ({ path }) => ({ id: String(path.id) }),
    answer: () => nothing,
  }),
]

/** Bare, or in the standard response object. */
function newCharacter(data: z.output<typeof characterShape>, line: Line) {
  if (line.has('bareNewCharacter')) return json(data)
  return json({ status: 'success' as const, message: 'Character created', data, errors: null })
}

function withoutIgnored(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('search' in query)) return query
  return { ...query, userId: undefined, userid: undefined }
}

type Filter = Pick<CharactersQueryVariables, 'search' | 'ownerId' | 'ownerUsername'>

/** contract: characters.5, characters.7 */
function filterOf(query: z.output<typeof listRequest>['query']): Filter {
  if (query.search !== undefined) return { search: query.search }
  if (query.userId !== undefined) return { ownerId: String(query.userId) }
  if (query.userid === undefined) return {}
  return /^\d+$/.test(query.userid) ? { ownerId: query.userid } : { ownerUsername: query.userid }
}
