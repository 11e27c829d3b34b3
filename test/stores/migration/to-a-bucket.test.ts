import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import { openUnchanged } from '../../../src/database/open-database.js'
import { installationOf } from '../../../src/database/installation.js'
import { unfinishedMark } from '../../../src/ports/file-store/file-store.js'
import { createTestApp } from '../../support/app/app.js'
import { bucketSettings, hasBucket, openTestImages } from '../../support/images/test-bucket.js'
import { fillTables } from '../../support/stores/full-tables.js'
import { MovedFolders } from '../../support/stores/moved-folders.js'

const folders = new MovedFolders()
beforeEach(() => void folders.next())
afterAll(() => folders.close())

const onBucket = hasBucket() ? describe : describe.skip
onBucket('to a bucket', () => {
  it('copies the images, and continues where it stopped', async () => {
    await fillTables(folders.dataDir)
    const source = await openUnchanged({ dataDir: folders.dataDir })
    const { id } = await installationOf(source)
    const folder = join(folders.dataDir, 'images', id)
    mkdirSync(folder, { recursive: true })
    for (let at = 0; at < 20; at += 1) writeFileSync(join(folder, `image-${at}`), Buffer.alloc(at * 1_000, at))
    const { store, close } = await openTestImages({ dataDir: folders.dataDir, database: source })
    await store.put(unfinishedMark, Buffer.from(''))
    await store.put('image-7', Buffer.alloc(7_000, 7))
    expect(await folders.migrate(bucketSettings())).toMatchObject({
      exitCode: 0,
      summary: expect.stringContaining('20 rows and files'),
    })
    const ids: string[] = []
    for await (const found of store.list()) ids.push(found)
    expect(ids).toHaveLength(20)
    await store.put('image-8', Buffer.from('another'))
    expect(await folders.migrate(bucketSettings())).toMatchObject({
      exitCode: 1,
      summary: expect.stringContaining('images: the checksums'),
    })
    expect(await store.find(unfinishedMark)).toBeDefined()
    await store.put('another', Buffer.from('another'))
    await expect(folders.migrate(bucketSettings())).rejects.toMatchObject({ exitCode: 73 })
    for (const one of [...ids, 'another', unfinishedMark]) await store.delete(one)
    await close()
    await source.close()
  })
  it('keeps a server from starting on a part of the images', async () => {
    const app = await createTestApp()
    const images = await openTestImages({ dataDir: app.dataDir, database: app.app.database })
    await images.store.put(unfinishedMark, Buffer.from(''))
    await app.stop()
    const { dataDir, databaseUrl } = app
    await expect(createTestApp({ dataDir, databaseUrl })).rejects.toMatchObject({
      faults: ['IMAGES_URL: the bucket has only a part of the images: run npm run migrate-store again'],
    })
    await images.store.delete(unfinishedMark)
    await images.close()
    await (await createTestApp({ dataDir, databaseUrl })).stop()
    await app.close()
  })
})
