import { createHmac, randomUUID, type KeyObject } from 'node:crypto'
import type { Logger, StoreClock } from '@parley/runtime'
import type { Database } from '@parley/statements'
import { ConfigError } from '../src/config/config-error.js'
import type { Config } from '../src/config/config.js'
import { packageVersion } from '../src/package-root.js'
import { installationId } from '../src/database/installation.js'
import type { InstallationFact } from '../src/instances/instance.js'
import { InstanceRegistry } from '../src/instances/instance-registry.js'
import type { CleanupStack } from './cleanup-stack.js'

/** Where the images are, as all instances see it, and the setting that says so. */
export interface ImageLocation {
  readonly location: string
  readonly setting: string
}

interface InstallationOptions {
  readonly database: Database
  readonly jwtKey: KeyObject
  readonly images: ImageLocation
  readonly clock: StoreClock
  readonly log: Logger
  readonly cleanup: CleanupStack
  /** Called when this process was frozen or cut off, and another one has replaced a fact meanwhile. It must stop. */
  readonly onRefused: (error: ConfigError) => void
}

const remedy = 'give all instances the same, or stop the others first'
const generated = 'each data folder has a generated secret of its own, so instances on other machines need JWT_SECRET'

/** What operators read about a fact: the setting, why a start is refused, and what follows a change. */
const secretTexts = {
  setting: 'JWT_SECRET',
  refusal: `another running instance signs tokens with another secret; ${remedy}`,
  advice: 'tokens are signed with another secret than before: all sessions have ended',
}
const imageTexts = {
  refusal: `another running instance has its images elsewhere; ${remedy}`,
  advice: 'images are elsewhere than before: the earlier ones are missing until they are copied',
}

/**
 * Registers this process on its database, until `cleanup`. `warnings` has what works only in part, in sentences.
 * @throws ConfigError when a running instance has another signing secret or other images.
 */
export async function joinInstallation(
  config: Config,
  { database, jwtKey, images, clock, log, cleanup, onRefused }: InstallationOptions,
): Promise<Pick<InstanceRegistry, 'warnings' | 'clockFault'>> {
  const isAlone = config.databaseUrl === undefined
  const isGenerated = !isAlone && config.jwtSecret === undefined
  if (isGenerated) log.info({ advice: generated }, 'secret.generated')
  const texts = { signingSecret: secretTexts, imageStore: { ...imageTexts, setting: images.setting } }
  const refusal = (facts: readonly InstallationFact[]) => {
    const faults = facts.map((fact) => `${texts[fact].setting}: ${texts[fact].refusal}`)
    return new ConfigError(
      isGenerated && facts.includes('signingSecret') ? [...faults, `JWT_SECRET: ${generated}`] : faults,
    )
  }
  const registry = new InstanceRegistry({
    database,
    self: {
      id: randomUUID(),
      roles: config.roles.join(','),
      version: packageVersion(),
      hasRedis: config.redisUrl !== undefined,
      signingSecret: fingerprint(jwtKey, await installationId(database)),
      imageStore: images.location,
    },
    clock,
    isAlone,
    log,
    onAdopted: (fact) => log.warn({ setting: texts[fact].setting, advice: texts[fact].advice }, 'installation.changed'),
    onRefused: (facts) => onRefused(refusal(facts)),
  })
  const refused = await registry.register()
  if (refused.length > 0) throw refusal(refused)
  registry.start()
  cleanup.push(() => registry.stop())
  return registry
}

/** Like a token, it can only confirm a guess of the whole secret. The text cannot be part of a token. */
function fingerprint(jwtKey: KeyObject, installation: string): string {
  return createHmac('sha256', jwtKey).update(`signing secret of ${installation}`).digest('base64url')
}
