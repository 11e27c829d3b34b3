import { z } from 'zod'
import { lenient } from '@parley/edge'
import { limits } from '../../src/limits.js'
import { rules } from '../../schema/rules.js'
import { json, required } from '../rows/answers.js'
import { cardNoticeCodes, cardNoticeReasons } from '../../src/characters/cards/card-notice.js'
import { accessLevelNames, characterBody, characterShape, visibilityOf } from './character-body.js'
import { deletedSince, idempotencyField, idempotencyHeader } from '../rows/idempotency.js'
import { CharacterCardDocument, ImportCharacterDocument } from '../operations/operations.generated.js'
import { route, runRoute, type Route } from '../rows/route.js'

/** contract: characters.19 */
const importedShape = z
  .object({
    ...characterShape.shape,
    notices: z
      .array(
        z.object({
          code: z.enum(cardNoticeCodes),
          reason: z.enum(cardNoticeReasons),
          field: z.string(),
          detail: z.string().nullable(),
          message: z.string(),
        }),
      )
      .readonly()
      .describe('What the card has and the character does not play, and what was read as it is meant.'),
  })
  .meta({ id: 'ImportedCharacter' })

const types = {
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  charx: 'application/zip',
} as const

/** contract: characters.19, characters.20 */
export const cardsRoutes: readonly Route[] = [
  route({
    about: {
      id: 'importCharacter',
      tag: 'characters',
      summary: 'Create a character from a character card',
      details:
        'Reads cards of version 1, 2 and 3 and older forms. The picture of the card becomes that of the character. A form may have a file of 32 MiB, JSON the text of a card.',
    },
    method: 'post',
    path: '/api/characters/cards',
    token: 'required',
    operation: ImportCharacterDocument,
    request: z.object({
      header: idempotencyHeader,
      body: z.object({
        card: rules.card.describe('The JSON of a card, or a file with it in base64.'),
        accessLevel: lenient.optional(lenient.boolean),
      }),
    }),
    answers: importedShape,
    refuses: {
      badRequest: 'The picture of the card is broken or too large to decode.',
      notFound: deletedSince,
      conflict: 'The account has 2,000 characters, or the assets of its cards have 1 GiB.',
    },
    names: accessLevelNames,
    file: {
      name: 'card',
      field: 'card',
      types: 'character card, a JSON, PNG, WebP or charx file,',
      mostBytes: limits.cardFileBytes,
    },
    fields: { ...idempotencyField, 'input.visibility': ['body', 'accessLevel'] },
    variables: ({ header, body: { card, accessLevel } }) => ({
      input: { card, ...visibilityOf(accessLevel), idempotencyKey: header['idempotency-key'] },
    }),
    answer: ({ importCharacter: { character, notices } }) => json({ ...characterBody(character), notices }),
  }),
  runRoute({
    about: {
      id: 'exportCharacter',
      tag: 'characters',
      summary: 'Download a character as a card',
      details:
        'Only for the owner and administrators. The card has the version in which it was imported, else version 2.',
    },
    method: 'get',
    path: '/api/characters/:id/card',
    token: 'required',
    request: z.object({
      path: z.object({ id: lenient.rowId }),
      query: z.object({
        format: z
          .enum(['json', 'png', 'charx'])
          .optional()
          .describe(
            '`png` is the picture with the card in it, `charx` the archive of a card that was imported from one. Default: `json`.',
          ),
      }),
    }),
    answers: 'file',
    refuses: {
      notFound:
        'The character does not exist or belongs to another account, `png` is requested and its picture is not an uploaded PNG, or `charx` and its card did not come in an archive.',
    },
    run: async ({ path, query: { format = 'json' } }, execute, { cardFile }) => {
      const id = String(path.id)
      const json = async () => (await execute(CharacterCardDocument, { id })).characterCard?.json
      const content = format === 'json' ? await json() : await cardFile(id, format)
      const bytes = Buffer.from(required(content, 'NOT_FOUND'))
      return { kind: 'file', type: types[format], name: `character-${id}.${format}`, bytes }
    },
  }),
]
