import { expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import { readOperatorConfig } from '../../src/config/operator-config.js'
import { faultsOf } from '../support/app/config-faults.js'

const broken = { LOCAL_MODEL: 'hf:someone', OFFICE_CONCURRENCY: 'x', ADMIN_PORT: 'x', CORS_ORIGINS: 'loopback,' }

it('commands of the operator run whatever is wrong with the settings of models, workers and other listeners', () => {
  const databaseUrl = 'postgres://parley@127.0.0.1:5432/parley'
  const environment = { ...broken, DATA_DIR: '/data', DATABASE_URL: databaseUrl, ADMIN_EMAILS: 'root@example.com' }
  expect(readOperatorConfig(environment)).toMatchObject({
    dataDir: '/data',
    databaseUrl,
    adminEmails: ['root@example.com'],
    model: { local: { kind: 'bundled' } },
  })
})

it('commands of the operator name the faults of the settings that they read', () => {
  const environment = {
    ...broken,
    DATABASE_URL: 'x',
    PUBLIC_URL: 'x',
    APP_PORT: 'x',
    IMAGES_URL: 's3://bucket?region=us-east-1',
  }
  const faults = faultsOf(() => readOperatorConfig(environment)).map((fault) => fault.split(':')[0])
  expect(faults.toSorted()).toEqual([
    'APP_PORT',
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'DATABASE_URL',
    'PUBLIC_URL',
  ])
})

it.each([
  [{ PUBLIC_URL: 'https://chat.example', APP_PORT: '9090' }, 'https://chat.example'],
  [{ APP_PORT: '9090' }, 'http://localhost:9090'],
  [{ APP_PORT: '3001', ADMIN_PORT: '3002' }, 'http://localhost:3001'],
  [{ APP_PORT: '8003', ROLES: 'app,admin' }, 'http://localhost:8003'],
  [{}, 'http://localhost:8080'],
])('commands of the operator write links as the server does: %j', (environment, publicUrl) => {
  expect(readConfig(environment)).toMatchObject({ publicUrl })
  expect(readOperatorConfig(environment)).toMatchObject({ publicUrl })
})

it('a command about models reads the hosted models with their keys', () => {
  const mine = { model: 'm', baseUrl: 'https://models.example/v1', apiKeyEnv: 'MINE_API_KEY' }
  const environment = { ...broken, HOSTED_MODELS: JSON.stringify({ mine }), MINE_API_KEY: 'k' }
  expect(Object.keys(readOperatorConfig(environment, { usesModels: true }).hosted)).toContain('mine')
  expect(Object.keys(readOperatorConfig(environment).hosted)).not.toContain('mine')
})
