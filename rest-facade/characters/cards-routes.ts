import { z } from 'zod'
import { lenient } from '@parley/edge'
import { AppError } from '@parley/runtime'
import { rules } from '../../schema/rules.js'
import { json } from '../rows/answers.js'
import { accessLevelNames, characterBody, characterShape, visibilityOf } from './character-body.js'
import { deletedSince, idempotencyField, idempotencyHeader } from '../rows/idempotency.js'
import { CharacterCardDocument, ImportCharacterDocument } from '../operations/operations.generated.js'
import { route, runRoute, type Route } from '../rows/route.js'

/** contract: characters.19, characters.20 */
export const cardsRoutes: readonly Route[] = [
  route({
    about: {
      id: 'importCharacter',
      tag: 'characters',
      summary: 'Create a character from a character card',
      details:
        'Reads cards of version 1, 2 and 3. A PNG becomes the picture of the character. A form may have a file of 5 MiB, JSON the text of a card.',
    },
    method: 'post',
    path: '/api/characters/cards',
    token: 'required',
    operation: ImportCharacterDocument,
    request: z.object({
      header: idempotencyHeader,
      body: z.object({
        card: rules.card.describe('The JSON of a card, or a JSON or PNG file with it in base64.'),
        accessLevel: lenient.optional(lenient.boolean),
      }),
    }),
    answers: characterShape,
    refuses: { badRequest: 'The picture of the card is broken or too large to decode.', notFound: deletedSince },
    names: accessLevelNames,
    file: { name: 'card', field: 'card', types: 'character card, a JSON or PNG file,' },
    fields: { ...idempotencyField, 'input.visibility': ['body', 'accessLevel'] },
    variables: ({ header, body: { card, accessLevel } }) => ({
      input: { card, ...visibilityOf(accessLevel), idempotencyKey: header['idempotency-key'] },
    }),
    answer: ({ importCharacter: { character } }) => json(characterBody(character)),
  }),
  runRoute({
    about: {
      id: 'exportCharacter',
      tag: 'characters',
      summary: 'Download a character as a card of version 2',
      details: 'Only for the owner and administrators.',
    },
    method: 'get',
    path: '/api/characters/:id/card',
    token: 'required',
    request: z.object({
      path: z.object({ id: lenient.rowId }),
      query: z.object({
        format: z
          .enum(['json', 'png'])
          .optional()
          .describe('`png` is the picture with the card in it. Default: `json`.'),
      }),
    }),
    answers: 'file',
    refuses: {
      notFound:
        'The character does not exist or belongs to another account, or `png` is requested and its picture is not an uploaded PNG.',
      invalidInput: 'The PNG has more than 6 MiB.',
    },
    run: async ({ path, query: { format = 'json' } }, execute) => {
      const variables = { id: String(path.id), asPng: format === 'png' }
      const { characterCard } = await execute(CharacterCardDocument, variables)
      const name = `character-${variables.id}.${format}`
      const { json: text, png } = characterCard ?? {}
      if (typeof png === 'string') return { kind: 'file', type: 'image/png', name, bytes: Buffer.from(png, 'base64') }
      if (typeof text !== 'string') throw new AppError('NOT_FOUND')
      return { kind: 'file', type: 'application/json; charset=utf-8', name, bytes: Buffer.from(text) }
    },
  }),
]
