import { checkCards } from './check-cards.js'
import { checkClient, type CheckContext } from './check-client.js'
import { checkGone } from './check-gone.js'
import { checkImages } from './check-images.js'
import { checkKeys } from './check-keys.js'
import { checkEnded, checkTakenOver } from './check-recovery.js'
import type { Client } from '../writers/client.js'
import type { Random } from '../random.js'
import { settle } from '../settle.js'
import type { Stored } from '../stored.js'
import { readWorld } from '../world.js'

export interface Verification extends CheckContext {
  readonly stored: Stored
  readonly random: Random
  /** Whether enough findings exist. */
  readonly isOver: () => boolean
}

/** After a kill and a start: checks all promises to these clients. */
export async function verify(clients: readonly Client[], verification: Verification): Promise<void> {
  const { random } = verification
  const isKnownEach = await Promise.all(clients.map((client) => isKnown(client, verification)))
  const known = clients.filter((_, place) => isKnownEach[place])
  await Promise.all(known.map((client) => verifyClient(client, { ...verification, random: random.branch() })))
}

async function verifyClient(client: Client, verification: Verification): Promise<void> {
  const { findings, stored, random, isOver } = verification
  await checkTakenOver(client, stored, findings)
  if (isOver()) return
  for (const follower of client.followers.values())
    if (!follower.mayVanish && (!follower.isOver || random.chance(0.1)))
      client.follow(follower.generationId, follower.roomId)
  if (!(await settle(client, findings))) return
  const world = await readWorld(client.person)
  checkClient(client, world, verification)
  await checkCards(client, world, findings)
  checkEnded(client, { world, stored }, findings)
  await checkGone(client, { random, findings })
  await checkImages(client, findings)
  const hadLost = client.writes.some(({ isKeyed, state }) => isKeyed && state === 'lost')
  await checkKeys(client, verification)
  if (!(await settle(client, findings))) return
  if (hadLost) checkClient(client, await readWorld(client.person), verification)
}

/**
 * Signs in every client that may have an account. A client whose registration was acknowledged must succeed, unless its
 * account was deleted.
 */
async function isKnown(client: Client, verification: Verification): Promise<boolean> {
  const { findings } = verification
  if (client.fates.account !== 'stays') {
    const isThere = await isSignedIn(client)
    client.fates.resolveAccount(isThere)
    if (client.fates.account === 'gone') {
      const cameBack = await client.trySignIn()
      findings.expect('deleted', !isThere && !cameBack, () => `the deleted account of ${client.name} is there`)
      await checkGone(client, verification)
      await checkImages(client, findings)
      return false
    }
  }
  if (!client.isSignedIn) {
    const came = await client.trySignIn()
    findings.expect('survives', came || !client.isRegistered, () => `the account of ${client.name} is gone`)
    return came
  }
  const { me } = await client.person.data('{ me { username } }')
  const isThere = JSON.stringify(me) === JSON.stringify({ username: client.name })
  findings.expect('survives', isThere, () => `the token of ${client.name} is of ${JSON.stringify(me)}`)
  return isThere
}

/** Whether the token is valid: the token of a deleted account is refused. */
async function isSignedIn({ person }: Client): Promise<boolean> {
  const query = '{ me { username } }'
  const [code] = await person.codes(query)
  if (code === 'UNAUTHENTICATED') return false
  const { me } = await person.data(query)
  return me !== null
}
