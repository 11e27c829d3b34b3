import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { installationId } from '../../src/database/installation.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { noise } from '../support/images/pictures.js'
import { answers, ScriptedBucket } from '../support/images/scripted-bucket.js'
import { openTestImages } from '../support/images/test-bucket.js'

const objects = new Map<string, Buffer>()
let bucket: ScriptedBucket
let app: TestApp
let ada: Person
let png: Blob
let env: Record<string, string>
let aheadMs = 0
beforeAll(async () => {
  bucket = await ScriptedBucket.start()
  bucket.script(answers.storing(objects))
  const IMAGES_URL = `s3://pictures/chat?endpoint=${bucket.endpoint}`
  env = { IMAGES_URL, AWS_ACCESS_KEY_ID: 'the-key', AWS_SECRET_ACCESS_KEY: 'hush' }
  app = await createTestApp({ env, clock: () => Date.now() + aheadMs })
  ada = await app.person('ada')
  png = new Blob([new Uint8Array(await noise(6, 4).png().toBuffer())])
})
afterAll(async () => {
  await app.close()
  await bucket.close()
})

async function upload(person = ada) {
  const form = new FormData()
  form.set('image', png)
  const { status, body } = await person.rest('POST', '/images', form)
  return { status, body, id: status === 200 ? at(body, 'id') : '' }
}
const thumbnail = async (id: string) => {
  const response = await fetch(`${app.url}/thumbnail?id=${id}`)
  const { status, headers } = response
  return { status, caching: headers.get('cache-control'), body: Buffer.from(await response.arrayBuffer()) }
}
const readiness = async () => (await fetch(`${app.url}/health/ready`)).json()
const down = () => bucket.script(answers.error(503, 'SlowDown'))
const up = () => bucket.script(answers.storing(objects))

describe('an installation with its images in a bucket', () => {
  it('stores and serves them there, below its prefix and the id of its database', async () => {
    const { status, id } = await upload()
    const key = `chat/${await installationId(app.app.database)}/${id}`
    expect([status, [...objects.keys()]]).toEqual([200, [key]])
    expect((await thumbnail(id)).body).toEqual(objects.get(key))
    const answer = await fetch(`${app.url}/thumbnail?id=${id}`, { headers: { range: 'bytes=1-3' } })
    expect([answer.status, await answer.text()]).toEqual([206, 'PNG'])
    const head = await fetch(`${app.url}/thumbnail?id=${id}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(objects.get(key)?.length)])
  })

  it('has the same location in every process that shares them, whatever its data folder', async () => {
    for (const folder of ['one', 'two']) {
      const process = { dataDir: join(app.dataDir, folder), database: app.app.database }
      const { location, close } = await openTestImages(process, env)
      expect(location()).toEqual({ setting: 'IMAGES_URL', location: `s3://${bucket.endpoint}/pictures/chat` })
      await close()
    }
  })

  it('answers 503 for images while the bucket is down, stays ready and says so, and recovers', async () => {
    const { id } = await upload()
    expect(await readiness()).toEqual({ status: 'ready' })
    down()
    const body = { detail: 'Database error', message: 'The image bucket is unavailable' }
    const refused = await thumbnail(id)
    expect([refused.status, JSON.parse(String(refused.body)), refused.caching]).toEqual([503, body, null])
    expect(await upload()).toMatchObject({ status: 503, body })
    expect(await readiness()).toEqual({
      status: 'ready',
      warnings: ['The image bucket is unavailable: images can be neither stored nor shown'],
    })
    expect((await ada.rest('GET', '/api/characters/my')).status).toBe(200)
    up()
    expect((await thumbnail(id)).status).toBe(200)
    expect(await readiness()).toEqual({ status: 'ready' })
  })

  it('deletes the images of an account that was deleted while the bucket was down', async () => {
    const eve = await app.person('eve')
    const { id } = await upload(eve)
    const isStored = () => [...objects.keys()].some((key) => key.endsWith(`/${id}`))
    down()
    expect((await eve.rest('DELETE', `/api/users/${eve.id}`)).status).toBe(204)
    await app.app.product.purger.idle()
    expect(isStored()).toBe(true)
    expect((await thumbnail(id)).status).toBe(404)
    up()
    aheadMs = 3_600_000
    await app.app.product.purger.round()
    await app.app.product.purger.idle()
    expect(isStored()).toBe(false)
  })
})
