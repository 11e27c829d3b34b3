import type { Cases } from './endpoint-cases.js'
import { storedImage, turn } from './log-room.js'

const missing = { user_id: 'guest', id: '00000000-0000-4000-8000-000000000000' }

export const chatLogCases: Cases = {
  ...folderCases('Office', {}),
  ...folderCases('Chatbot', { img_url: storedImage }),
  isReady: { 503: 'without its database' },
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
