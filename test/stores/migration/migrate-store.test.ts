import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import { DataLock } from '../../../src/config/data-folder/data-lock.js'
import { unpackFolder } from '../../release/pack-folder.js'
import { fillTables } from '../../support/stores/full-tables.js'
import { MovedFolders } from '../../support/stores/moved-folders.js'

const folders = new MovedFolders()
beforeEach(() => void folders.next())
afterAll(() => folders.close())

describe('npm run migrate-store', () => {
  it('explains itself, and refuses unknown arguments', async () => {
    await expect(folders.migrate({}, '--help')).rejects.toThrow(/^npm run migrate-store[^]+DATABASE_URL/)
    await expect(folders.migrate({}, '--dry')).rejects.toMatchObject({ exitCode: 64 })
  })

  it('needs a source and a target', async () => {
    await expect(folders.migrate({})).rejects.toMatchObject({
      exitCode: 64,
      message: expect.stringContaining('MONGODB_URL'),
    })
    const env = { DATABASE_URL: 'postgres://parley@127.0.0.1:1/none' }
    await expect(folders.migrate(env)).rejects.toMatchObject({ exitCode: 66 })
    await fillTables(folders.dataDir)
    await expect(folders.migrate(env)).rejects.toThrow('The database at 127.0.0.1:1 cannot be reached')
    await expect(folders.migrate(env)).rejects.toMatchObject({ exitCode: 69 })
    await expect(folders.migrate({ MONGODB_URL: 'mongodb://127.0.0.1:1/none' })).rejects.toMatchObject({ exitCode: 69 })
  })

  it('refuses a data folder that a server uses, or that an earlier release has left', async () => {
    const env = { DATABASE_URL: 'postgres://parley@127.0.0.1:1/none' }
    await fillTables(folders.dataDir)
    const lock = DataLock.acquire(folders.dataDir)
    await expect(folders.migrate(env)).rejects.toMatchObject({
      exitCode: 75,
      message: expect.stringContaining('stop the server'),
    })
    lock.release()
    folders.next()
    unpackFolder('test/fixtures/data-folders/0.1.0/files', folders.dataDir)
    await expect(folders.migrate(env)).rejects.toMatchObject({
      faults: [expect.stringContaining('DATA_DIR: an earlier version')],
    })
  })
})
