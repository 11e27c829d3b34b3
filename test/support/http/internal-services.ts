import type { Listener } from '@parley/edge'
import { createLogger } from '@parley/runtime'
import { openInternalListener } from '../../../main/roles/internal-listener.js'
import { openLocalBackends } from '../../../main/workers/local-backends.js'
import { openWorkerService } from '../../../main/workers/worker-service.js'
import { readConfig } from '../../../src/config/config.js'
import { createTestApp, type TestApp } from '../app/app.js'
import { noLimits } from '../app/process-limits.js'

export const internalRoles = ['chatlog', 'admin', 'gateway', 'legacy', 'office', 'character'] as const
export type InternalRole = (typeof internalRoles)[number]

/** All internal listeners as they are composed, with the application; the workers are remote ones. */
export class InternalServices {
  private constructor(
    readonly app: TestApp,
    private readonly ports: Readonly<Record<InternalRole, number>>,
    readonly close: () => Promise<void>,
  ) {}

  static async open(settings: Readonly<Record<string, string>>): Promise<InternalServices> {
    const env = { ...settings, AI_LEGACY_PORT: '0' }
    const worker = async (role: 'office' | 'character') => {
      const own = { ...env, ROLES: role, LOCAL_MODEL: 'scripted:?delayMs=1', LOG_LEVEL: 'silent' }
      const config = readConfig({ ...own, AI_OFFICE_PORT: '0', AI_CHARACTER_PORT: '0', CHATLOG_PORT: '0' })
      const log = createLogger('silent')
      const service = await openWorkerService(config, role, { limits: noLimits(), log })
      service.load((await openLocalBackends(config, log))[role])
      return service
    }
    const [office, character] = await Promise.all([worker('office'), worker('character')])
    const app = await createTestApp({
      roles: 'app,chatlog,admin,gateway',
      env: {
        ...env,
        AI_GATEWAY_PORT: '0',
        AI_OFFICE_URL: `http://127.0.0.1:${String(office.port)}`,
        AI_CHARACTER_URL: `http://127.0.0.1:${String(character.port)}`,
      },
    })
    const port = (role: 'chatlog' | 'admin' | 'gateway' | 'legacy') => app.portOf(role)
    const ports = {
      chatlog: port('chatlog'),
      admin: port('admin'),
      gateway: port('gateway'),
      legacy: port('legacy'),
      office: office.port,
      character: character.port,
    }
    return new InternalServices(app, ports, async () => {
      await app.close()
      await Promise.all([office.close(0), character.close(0)])
    })
  }

  url(role: InternalRole): string {
    return `http://127.0.0.1:${String(this.ports[role])}`
  }
}

/** Opens a listener on an address that the configuration has not checked. */
export function openUnchecked(internalHost: string): Promise<Listener> {
  const config = { ...readConfig({}), internalHost }
  const log = createLogger('silent')
  const mount = () => undefined
  return openInternalListener(config, {
    port: 0,
    limits: noLimits(),
    log,
    ready: () => true,
    closeTimeoutMs: 100,
    mount,
  })
}
