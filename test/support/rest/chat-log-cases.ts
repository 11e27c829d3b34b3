import type { Cases, World } from './endpoint-cases.js'
import { storedImage, turn } from '../rooms/log-room.js'
import { lastCode } from '../accounts/mailbox.js'

const missing = { user_id: 'guest', id: '00000000-0000-4000-8000-000000000000' }

export const chatLogCases: Cases = {
  ...folderCases('Office', {}),
  ...folderCases('Chatbot', { img_url: storedImage }),
  sendVerification: {
    200: (world) => ({ body: codeRequest(world) }),
    429: async (world) => {
      const body = codeRequest(world)
      await world.chatLog.rest('POST', '/smtp/send-verification', body)
      return { body }
    },
  },
  verifyCode: {
    200: async (world) => {
      const body = codeRequest(world)
      await world.chatLog.rest('POST', '/smtp/send-verification', body)
      return { body: { ...body, code: await lastCode(world.app, body.email) } }
    },
    400: { body: { email: 'nobody@example.com', code: '123456' } },
    429: async (world) => {
      const body = { email: codeRequest(world).email, code: '123456' }
      await Promise.all(Array.from({ length: 10 }, () => world.chatLog.rest('POST', '/smtp/verify-code', body)))
      return { body }
    },
  },
  isReady: { 503: 'without its database' },
}

function codeRequest(world: World) {
  return { email: `${world.name()}@example.com`, verification_type: 'register' }
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
