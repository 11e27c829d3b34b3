import { describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import { faultsIn } from '../support/app/config-faults.js'

describe('the ports', () => {
  it('refuses one port for two listeners, but any number of free ones', () => {
    expect(faultsIn({ ADMIN_PORT: '8080' })).toEqual(['ADMIN_PORT: must differ from APP_PORT'])
    expect(faultsIn({ CHATLOG_PORT: '9', ADMIN_PORT: '9' })).toEqual(['ADMIN_PORT: must differ from CHATLOG_PORT'])
    expect(readConfig({ APP_PORT: '0', CHATLOG_PORT: '0' }).ports).toMatchObject({ app: 0, chatlog: 0 })
  })

  it('serves the earlier AI lines on a port of their own, if any', () => {
    expect(readConfig({}).ports).not.toHaveProperty('legacy')
    expect(readConfig({ AI_LEGACY_PORT: '8005' })).toMatchObject({
      ports: { legacy: 8005 },
      earlierLines: { korean: undefined, roleplay: undefined, atOnce: 2 },
    })
    expect(readConfig({ AI_LEGACY_PORT: '0', KOREAN_MODEL: 'scripted:' }).earlierLines.korean?.kind).toBe('scripted')
    expect(faultsIn({ AI_LEGACY_PORT: '8001' })).toEqual(['AI_LEGACY_PORT: must differ from AI_GATEWAY_PORT'])
    expect(faultsIn({ ROLEPLAY_MODEL: 'm.gguf' })).toEqual([
      'ROLEPLAY_MODEL: is only asked on AI_LEGACY_PORT, which is unset',
    ])
  })

  it('allows the default port of a role that runs in another process', () => {
    expect(readConfig({ APP_PORT: '3001', ROLES: 'app,chatlog' }).ports.app).toBe(3001)
    expect(readConfig({ APP_PORT: '8000', ROLES: 'app' }).ports.app).toBe(8000)
  })
})
