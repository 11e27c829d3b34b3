import { expect, it } from '@jest/globals'
import { readOperatorConfig } from '../../src/config/operator-config.js'
import { faultsOf } from '../support/app/config-faults.js'

const broken = { LOCAL_MODEL: 'hf:someone', OFFICE_CONCURRENCY: 'x', APP_PORT: 'x', CORS_ORIGINS: 'loopback,' }

it('commands of the operator run whatever is wrong with the settings of models, workers and listeners', () => {
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
  const environment = { ...broken, DATABASE_URL: 'x', IMAGES_URL: 's3://bucket?region=us-east-1' }
  const faults = faultsOf(() => readOperatorConfig(environment)).map((fault) => fault.split(':')[0])
  expect(faults.toSorted()).toEqual(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'DATABASE_URL'])
})
