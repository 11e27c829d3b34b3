import { describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import { faultsIn } from '../support/app/config-faults.js'

const keys = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'a/b+c=' }
const region = 'us-east-1'

describe('IMAGES_URL', () => {
  it.each([
    [
      's3://pictures?endpoint=http://127.0.0.1:7070',
      { bucket: 'pictures', prefix: '', endpoint: 'http://127.0.0.1:7070', region },
    ],
    [
      's3://pictures/?endpoint=https://s3.example/',
      { bucket: 'pictures', prefix: '', endpoint: 'https://s3.example', region },
    ],
    [
      's3://my.pictures/chat/v1.0_a-b/?endpoint=http://minio:9000&region=eu-north-1',
      { bucket: 'my.pictures', prefix: 'chat/v1.0_a-b', endpoint: 'http://minio:9000', region: 'eu-north-1' },
    ],
    [
      's3://pictures?region=eu-north-1',
      { bucket: 'pictures', prefix: '', endpoint: 'https://s3.eu-north-1.amazonaws.com', region: 'eu-north-1' },
    ],
  ])('accepts %s', (IMAGES_URL, place) => {
    const key = { accessKeyId: 'AKIA', secretAccessKey: 'a/b+c=' }
    expect(readConfig({ IMAGES_URL, ...keys }).imageBucket).toEqual({ ...place, ...key })
  })

  it.each([
    ...[
      'pictures',
      's3://',
      's3:///chat',
      's3://pictures',
      's3://pictures?endpoint=',
      's3://pictures?endpoint=s3.example',
    ],
    ...['s3://Pictures?region=a', 's3://a?region=a', 's3://-pictures?region=a', 's3://key:secret@pictures?region=a'],
    ...[
      's3://pictures/../x?region=a',
      's3://pictures/a//b?region=a',
      's3://pictures/a+b?region=a',
      's3://pictures/é?region=a',
    ],
    ...[
      's3://pictures?region=a&region=b',
      's3://pictures?region=a&acl=public',
      's3://pictures?region=A B',
      's3://pictures?region=a#x',
    ],
    ...['s3://pictures?endpoint=https://s3.example/path', 's3://pictures?endpoint=https://key:secret@s3.example'],
    `s3://pictures/${'a'.repeat(201)}?region=a`,
  ])('refuses %s', (IMAGES_URL) => {
    expect(faultsIn({ IMAGES_URL, ...keys })).toEqual([
      'IMAGES_URL: must be s3://, a bucket and perhaps a prefix, then ?endpoint=https://host:port, ?region=..., or both',
    ])
  })

  it.each(['http://203.0.113.1:9000', 'http://[2001:db8::1]'])(
    'demands encryption at a public address: %s',
    (endpoint) => {
      expect(faultsIn({ IMAGES_URL: `s3://pictures?endpoint=${endpoint}`, ...keys })).toEqual([
        'IMAGES_URL: must have an endpoint with https://, since its address is public',
      ])
    },
  )

  it('needs a key, and accepts a session token with it', () => {
    const IMAGES_URL = 's3://pictures?region=eu-north-1'
    expect(faultsIn({ IMAGES_URL })).toEqual([
      'AWS_ACCESS_KEY_ID: is needed for IMAGES_URL',
      'AWS_SECRET_ACCESS_KEY: is needed for IMAGES_URL',
    ])
    const AWS_SESSION_TOKEN = 'x'.repeat(2_000)
    expect(readConfig({ IMAGES_URL, ...keys, AWS_SESSION_TOKEN }).imageBucket?.sessionToken).toBe(AWS_SESSION_TOKEN)
  })

  it('is unset by default, whatever keys the environment has', () => {
    expect(readConfig(keys).imageBucket).toBeUndefined()
  })
})
