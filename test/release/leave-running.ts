import { Person } from '../support/app/person.js'
import type { Started } from '../support/app/processes.js'
import type { ActiveReply } from './manifest.js'
import { createChatRoom, type OrdinaryUse } from './ordinary-use.js'
import { replyOf } from './requests.js'
import { untilReply } from './until-reply.js'

/**
 * Deletes Eve, and starts replies until there is one in each state that a kill can interrupt. The server's model must
 * stall after its first piece of text, and need seconds for that piece: kill the server as soon as this resolves.
 */
export async function leaveRunning({ url }: Started, used: OrdinaryUse): Promise<ActiveReply[]> {
  const [ada, bob] = used.people.map(({ id, name, token }) => new Person(url, id, name, token))
  if (!ada || !bob) throw new Error('two accounts are needed')
  const eve = new Person(url, '', 'eve', used.ended.tokens.at(-1))
  await eve.data('mutation { deleteAccount { deletedAccountId } }')

  const cutOff = await ada.say(await ada.room(), 'A message whose reply was cut off')
  await untilReply(ada, cutOff, ({ text }) => text !== '')
  const waiting = await bob.say(await bob.room(), 'A message whose reply had not begun')
  const textless = await ada.say(await createChatRoom(ada, used.characterId), 'A message whose reply had no text yet')
  await untilReply(ada, textless, ({ status }) => status === 'RUNNING')
  return Promise.all([stateOf(ada, cutOff), stateOf(bob, waiting), stateOf(ada, textless)])
}

async function stateOf(person: Person, id: string): Promise<ActiveReply> {
  const { status, text, attempt, message, roomId } = await replyOf(person, id)
  if (status !== 'QUEUED' && status !== 'RUNNING') throw new Error(`reply ${id} is ${status}`)
  return { id, by: person.username, roomId, message, status, text, attempt }
}
