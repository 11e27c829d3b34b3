import { describe, expect, it } from '@jest/globals'
import { faultsIn } from '../support/app/config-faults.js'

describe('the faults of a configuration', () => {
  it('include every wrong value of a list, and each fault once', () => {
    expect(
      faultsIn({ TRUSTED_PROXIES: '10.0.0.0/8, proxy.example, ::1, 10.0.0.0/33', ROLES: 'cook,app,waiter' }),
    ).toEqual([
      'ROLES: must be names separated by commas, of app, chatlog, admin, gateway, office, character',
      'TRUSTED_PROXIES: must be IP addresses and networks such as 10.0.0.0/8, separated by commas; number 2 is none',
      'TRUSTED_PROXIES: must be IP addresses and networks such as 10.0.0.0/8, separated by commas; number 4 is none',
    ])
  })

  it('include those between settings even when another setting is faulty', () => {
    const ports = { APP_PORT: 'x', CHATLOG_PORT: '9', ADMIN_PORT: '9' }
    expect(faultsIn({ ...ports, JWT_TTL_MS: 'x', REFRESH_TTL_MS: '1' })).toEqual([
      'APP_PORT: must be a whole number from 0 to 65535',
      'JWT_TTL_MS: must be a whole number from 1 to 3155760000000',
      'ADMIN_PORT: must differ from CHATLOG_PORT',
      'REFRESH_TTL_MS: must not be less than JWT_TTL_MS',
    ])
  })

  it('never result from the default of a faulty setting', () => {
    expect(faultsIn({ APP_PORT: 'x', CHATLOG_PORT: '8080' })).toEqual([
      'APP_PORT: must be a whole number from 0 to 65535',
    ])
  })

  it('include fewer entries of a history than every prompt has, and more than a page of the log', () => {
    for (const value of ['9', '101', 'all'])
      expect(faultsIn({ HISTORY_ENTRIES: value })).toEqual(['HISTORY_ENTRIES: must be a whole number from 10 to 100'])
  })

  it('include every value of a JSON object, even with names of JavaScript', () => {
    const known = 'maxTokens, temperature, topP, topK, minP, repeatPenalty, frequencyPenalty, presencePenalty'
    expect(faultsIn({ OFFICE_SAMPLING: '{"topK":1.5,"minP":2,"constructor":1}' })).toEqual([
      'OFFICE_SAMPLING: must give topK as a whole number from 0 to 65536',
      'OFFICE_SAMPLING: must give minP as a number from 0 to 1',
      `OFFICE_SAMPLING: knows only ${known}`,
    ])
    expect(faultsIn({ CHARACTER_SAMPLING: '{"__proto__":1}' })).toEqual([`CHARACTER_SAMPLING: knows only ${known}`])
  })

  it('include the full address of a receiver of traces', () => {
    for (const end of ['', '/'])
      expect(faultsIn({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://localhost:4318/v1/traces${end}` })).toEqual([
        'OTEL_EXPORTER_OTLP_ENDPOINT: must be the address before /v1/traces, which is added to it',
      ])
  })

  it('never repeat a secret', () => {
    const secrets = {
      JWT_SECRET: 'hush-1',
      SERVICE_TOKEN: 'hush 2',
      DATABASE_URL: 'mysql://u:hush-3@h/d',
      PUBLIC_URL: 'https://u:hush-4@h',
      CORS_ORIGINS: 'https://u:hush-5@h',
      REDIS_URL: 'redis://:hush-6@h/db',
      IMAGES_URL: 's3://hush-11:hush-11@bucket',
      AWS_SECRET_ACCESS_KEY: 'hush 12',
      ROLES: 'hush-7',
      HOSTED_API_KEY: 'hush 8',
      HOSTED_BASE_URL: 'https://u:hush-9@h',
      HOSTED_MODELS: 'hush-10',
    }
    const said = faultsIn(secrets)
    expect(said).toHaveLength(Object.keys(secrets).length)
    expect(said.join()).not.toContain('hush')
  })
})
