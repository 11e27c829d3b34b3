import { parsed, readOrigin } from '../rules.js'
import { isPublic } from './public-address.js'

const bucketForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
// without characters that clients and servers encode differently, and without `.` and `..`
const prefixForm = /^([A-Za-z0-9_-][A-Za-z0-9._-]*(\/|$))*$/
const regionForm = /^[a-z0-9-]{1,64}$/
const parameters = ['endpoint', 'region']
const longestPrefix = 200

/**
 * `IMAGES_URL`: a place in a bucket of an S3 server. `prefix` has no slashes at its ends and may be empty; `endpoint` is
 * scheme, host and port.
 */
export const imagesUrl = parsed(
  'must be s3://, a bucket and perhaps a prefix, then ?endpoint=https://host:port, ?region=..., or both',
  readImagesUrl,
).refine(({ endpoint }) => endpoint.startsWith('https:') || !isPublic(endpoint), {
  error: 'must have an endpoint with https://, since its address is public',
  abort: true,
})

function readImagesUrl(text: string) {
  const [, bucket = '', path = '', query = ''] = /^s3:\/\/([^/?#]+)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text) ?? []
  const given = new URLSearchParams(query)
  const prefix = path.replace(/\/$/, '')
  const region = given.get('region')
  const endpoint = given.get('endpoint') ?? (region === null ? '' : `https://s3.${region}.amazonaws.com`)
  const origin = readOrigin(endpoint)
  const isValid =
    bucketForm.test(bucket) &&
    prefixForm.test(prefix) &&
    prefix.length <= longestPrefix &&
    regionForm.test(region ?? 'us-east-1') &&
    [...given.keys()].every((name, index, all) => parameters.includes(name) && all.indexOf(name) === index)
  return isValid && origin !== undefined
    ? { bucket, prefix, endpoint: origin, region: region ?? 'us-east-1' }
    : undefined
}
