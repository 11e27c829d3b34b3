import type { LineFactName } from '../../../rest-facade/contract/lines.js'
import type { ApiLine } from '../../../src/limits.js'
import type { Site } from './line-sites.js'
import { LogRoom } from '../rooms/log-room.js'
import { at, password, type RestAnswer } from '../app/person.js'

export interface LineProbe {
  /** The lines to which it applies, stated independently of the code. */
  readonly lines: readonly ApiLine[]
  /** Whether it applies to a running app of the line, as a client sees it. */
  readonly holds: (site: Site, imageUrl: (id: string) => string) => Promise<boolean>
}

let names = 0
const account = () => {
  names += 1
  const username = `probe${String(names)}`
  return { username, email: `${username}@example.com`, password }
}
const terms = { eulaAgreed: true, privacyAgreed: true }

/** True for the expected refusal, false for a success; anything else fails the test. */
function isRefused({ status, text }: RestAnswer, [refusal, words]: readonly [number, string]): boolean {
  if (status === refusal && text.includes(words)) return true
  if (status === 200) return false
  throw new Error(`answered ${String(status)}: ${text}`)
}

const notFound = [404, '{"detail":"Not found"}'] as const
const shortUserId = [422, 'String should have at least 6 characters'] as const
const longOutput = [422, 'String should have at most 500 characters'] as const
const longName = [422, 'String should have at most 30 characters'] as const
const unserved = [422, 'the image must answer a HEAD request with 200'] as const
const noTerms = [422, '"eulaAgreed"'] as const

/** For a fact with two interfaces: both must agree. */
async function both(first: Promise<boolean>, second: Promise<boolean>): Promise<boolean> {
  const [one, other] = await Promise.all([first, second])
  if (one !== other) throw new Error('two ways to the same fact differ')
  return one
}

/** A row for each fact of rest-facade/contract/lines.ts. */
export const lineProbes: Readonly<Record<LineFactName, LineProbe>> = {
  userList: {
    lines: ['0.1'],
    holds: async ({ app, admin }) =>
      both(
        admin.rest('GET', '/api/users').then((answer) => !isRefused(answer, notFound)),
        app
          .stranger()
          .rest('POST', '/api/users', { ...account(), ...terms })
          .then((answer) => !isRefused(answer, notFound)),
      ),
  },
  storeTables: {
    lines: ['0.4'],
    holds: async ({ adminThere }) =>
      both(
        adminThere.rest('GET', '/sqldb/tables').then((answer) => !isRefused(answer, notFound)),
        adminThere.rest('GET', '/sqldb/users').then((answer) => !isRefused(answer, notFound)),
      ),
  },
  logUserIdMinLength: {
    lines: ['0.1', '0.2'],
    holds: async ({ service }) => {
      const create = async (folder: string) =>
        isRefused(await service.rest('POST', `${folder}/create`, { user_id: 'abcde' }), shortUserId)
      return both(create('/doclog/office'), create('/doclog/character'))
    },
  },
  shortOutputData: {
    lines: ['0.1', '0.2', '0.3'],
    holds: async ({ service, ada }) => {
      const output = { output_data: '🚀'.repeat(501) }
      const room = await LogRoom.create(service, '/doclog/office', 'guest-1')
      const own = await ada.room()
      return both(
        room.save(output).then((answer) => isRefused(answer, longOutput)),
        ada
          .rest('PUT', `/api/rooms/officerooms/${own}/logs`, { input_data: 'a', ...output })
          .then((answer) => isRefused(answer, longOutput)),
      )
    },
  },
  servedImages: {
    lines: ['0.1', '0.2', '0.3', '0.4'],
    holds: async ({ service, ada }, imageUrl) => {
      const room = await LogRoom.create(service, '/doclog/chatbot', 'guest-1')
      await room.save({ img_url: imageUrl('there') })
      const own = `/api/rooms/chatrooms/${await ada.room('chat')}/logs`
      const turn = { input_data: 'a', output_data: 'b' }
      await ada.rest('PUT', own, turn)
      const [gone, moved] = [{ img_url: imageUrl('gone') }, { img_url: imageUrl('moved') }]
      return both(
        both(
          room.save(gone).then((answer) => isRefused(answer, unserved)),
          room.update(1, moved).then((answer) => isRefused(answer, unserved)),
        ),
        both(
          ada.rest('PUT', own, { ...turn, ...gone }).then((answer) => isRefused(answer, unserved)),
          ada.rest('PUT', own, { ...turn, ...moved, index: 1 }).then((answer) => isRefused(answer, unserved)),
        ),
      )
    },
  },
  optionalTerms: {
    lines: ['0.1', '0.2', '0.3'],
    holds: async ({ app }) => {
      const document = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
      const { errors } = await app.stranger().graphql(document, { input: account() })
      return both(
        app
          .stranger()
          .rest('POST', '/api/users/register', account())
          .then((answer) => !isRefused(answer, noTerms)),
        Promise.resolve(errors.length === 0),
      )
    },
  },
  userid: {
    lines: ['0.3'],
    holds: async ({ app }) => {
      const body = { ...account(), ...terms, userid: 'x'.repeat(51) }
      return isRefused(await app.stranger().rest('POST', '/api/users/register', body), [
        422,
        'String should have at most 50 characters',
      ])
    },
  },
  shortCharacterNames: {
    lines: ['0.3'],
    holds: async ({ ada }) => {
      const made = await ada.data('mutation { createCharacter(input: { name: "Nova" }) { character { id } } }')
      const id = at(made, 'createCharacter', 'character', 'id')
      const body = { character_name: '🚀'.repeat(31) }
      return both(
        ada.rest('POST', '/api/characters', body).then((answer) => isRefused(answer, longName)),
        ada.rest('PUT', `/api/characters/${id}`, body).then((answer) => isRefused(answer, longName)),
      )
    },
  },
  bareNewCharacter: {
    lines: ['0.1', '0.2', '0.3', '0.4'],
    holds: async ({ ada }) => {
      const { status, body } = await ada.rest('POST', '/api/characters', { name: 'Nova' })
      if (status !== 200) throw new Error(`answered ${String(status)}`)
      return !('data' in (body as object))
    },
  },
}
