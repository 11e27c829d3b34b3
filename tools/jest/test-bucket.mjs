import { randomBytes } from 'node:crypto'
import { AwsClient } from 'aws4fetch'

const { TEST_S3_URL: server } = process.env

/** With TEST_S3_URL, makes a bucket for a test file: what one file stores is not found by another. */
export async function makeTestBucket() {
  if (!server) return
  const url = new URL(server)
  const { username: accessKeyId, password: secretAccessKey } = url
  url.pathname += `-${randomBytes(6).toString('hex')}`
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3' })
  const { ok, status } = await client.fetch(`${url.origin}${url.pathname}`, { method: 'PUT' })
  if (!ok) throw new Error(`the S3 server makes no bucket: ${status}`)
  process.env.TEST_S3_URL = url.href
}
