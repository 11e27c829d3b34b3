import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Processes } from '../support/app/processes.js'
import { answers, ScriptedBucket } from '../support/images/scripted-bucket.js'

let processes: Processes
let bucket: ScriptedBucket
beforeAll(async () => {
  processes = await Processes.create()
  bucket = await ScriptedBucket.start()
})
afterAll(async () => {
  await processes.close()
  await bucket.close()
})

const settings = () => ({
  IMAGES_URL: `s3://pictures?endpoint=${bucket.endpoint}`,
  AWS_ACCESS_KEY_ID: 'the-key',
  AWS_SECRET_ACCESS_KEY: 'hush-hush',
})

describe('a server with its images in a bucket', () => {
  it.each([
    ['a wrong address', { IMAGES_URL: 'pictures' }, 'IMAGES_URL: must be s3://, a bucket and perhaps a prefix'],
    ['no key', { AWS_ACCESS_KEY_ID: '' }, 'AWS_ACCESS_KEY_ID: is needed for IMAGES_URL'],
    ['a wrong key', {}, 'IMAGES_URL: is refused by its endpoint: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be'],
  ])('ends with exit code 78 and a sentence with %s', async (_what, env, sentence) => {
    bucket.script(answers.error(403, 'SignatureDoesNotMatch'))
    const { code, output } = await processes.run('main/main.ts', { env: { ...settings(), ...env } })
    expect(code).toBe(78)
    expect(output).toContain(sentence)
    for (const secret of ['hush-hush', 'the-key', 'signed']) expect(output).not.toContain(secret)
  })

  it('starts while the bucket is down, warns, and works when it is back', async () => {
    bucket.script(answers.reset)
    const server = await processes.start(settings())
    await server.seen(/"reason":"\w+".*image_bucket\.unavailable/)
    const ready = async () => (await fetch(`${server.url}/health/ready`)).json()
    expect(await ready()).toMatchObject({ status: 'ready', warnings: [expect.stringContaining('image bucket')] })
    bucket.script(answers.listing([]))
    await server.seen(/image_bucket\.available/)
    expect(await ready()).toEqual({ status: 'ready' })
    expect(await server.stop('SIGTERM')).toBe(0)
    for (const secret of ['hush-hush', 'the-key']) expect(server.output()).not.toContain(secret)
  })

  it('needs it for npm run doctor, and not for npm run admin', async () => {
    bucket.script(answers.error(403, 'SignatureDoesNotMatch'))
    const run = (program: string, ...args: string[]) => processes.run(program, { env: settings(), args })
    expect(await run('tools/admin.ts', 'create', 'root@a.example')).toMatchObject({ code: 0 })
    expect(await run('tools/admin.ts', 'ban', 'root@a.example')).toMatchObject({ code: 0 })
    expect(bucket.requests).toEqual([])
    expect((await run('tools/doctor.ts')).code).toBe(78)
  })
})
