import type { Cases, World } from './endpoint-cases.js'
import { storedImage, turn } from '../rooms/log-room.js'
import { lastCode } from '../accounts/mailbox.js'
import type { Person } from '../app/person.js'

const missing = { user_id: 'guest', id: '00000000-0000-4000-8000-000000000000' }

export const chatLogCases: Cases = {
  ...folderCases('Office', {}),
  ...folderCases('Chatbot', { img_url: storedImage }),
  ...verificationCases('/smtp', ({ chatLog }) => chatLog),
  isReady: { 503: 'without its database' },
}

/** The verification rows below this folder. */
export function verificationCases(folder: string, callerOf: (world: World) => Person): Cases {
  const request = (world: World) => ({
    by: callerOf(world),
    // the limits of an address are tested elsewhere
    headers: { 'x-forwarded-for': world.address() },
    body: { email: `${world.name()}@example.com`, verification_type: 'register' },
  })
  const send = ({ by, headers, body }: ReturnType<typeof request>) =>
    by.rest('POST', `${folder}/send-verification`, body, headers)
  return {
    sendVerification: {
      200: request,
      400: 'tested elsewhere',
      // for an installation without passwords
      403: 'tested elsewhere',
      429: async (world) => {
        const again = request(world)
        await send(again)
        return again
      },
    },
    verifyCode: {
      200: async (world) => {
        const sent = request(world)
        await send(sent)
        return { ...sent, body: { ...sent.body, code: await lastCode(world.app, sent.body.email) } }
      },
      400: { body: { email: 'nobody@example.com', code: '123456' } },
      429: async (world) => {
        const { by, headers, body: about } = request(world)
        const body = { email: about.email, code: '123456' }
        await Promise.all(Array.from({ length: 10 }, () => by.rest('POST', `${folder}/verify-code`, body, headers)))
        return { by, headers, body }
      },
    },
  }
}

function folderCases(name: 'Office' | 'Chatbot', image: object): Cases {
  const folder = `/doclog/${name.toLowerCase()}`
  const entry = { ...turn, ...image }
  const onRoom = (more: object): Cases[string] => ({
    200: async (world) => ({
      body: { ...(await world.logRoom(folder)), ...more },
      again: { input_data: 'Other' },
    }),
    404: { body: { ...missing, ...more } },
  })
  return {
    [`create${name}LogRoom`]: { 200: (world) => ({ body: { user_id: world.name() } }) },
    [`save${name}Entry`]: onRoom(entry),
    [`update${name}Entry`]: onRoom({ ...entry, index: 1 }),
    [`load${name}Log`]: onRoom({}),
    [`delete${name}Entry`]: onRoom({ index: 1 }),
    [`delete${name}LogRoom`]: onRoom({}),
  }
}
