import { decodeXML } from 'entities'
import type { BucketFailure } from './bucket-failure.js'

/** The objects of one page of a listing; `next` is the token of the next page. */
export interface ListedPage {
  readonly keys: readonly string[]
  readonly next: string | undefined
}

/** Reads the answer to ListObjectsV2; undefined when it is something else, or was cut. */
export function readListing(xml: string): ListedPage | undefined {
  if (!/<ListBucketResult[\s>]/.test(xml) || !/<\/ListBucketResult>\s*$/.test(xml)) return undefined
  const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => decodeXML(key))
  if (!xml.includes('<IsTruncated>true</IsTruncated>')) return { keys, next: undefined }
  const [, token = ''] = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml) ?? []
  return token === '' ? undefined : { keys, next: decodeXML(token) }
}

/** The code of an error answer, such as `NoSuchKey`. Nothing else of it is used: it may repeat parts of the request. */
export function readErrorCode(xml: string): string | undefined {
  return /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(xml)?.[1]
}

const refusals: readonly (readonly [pattern: RegExp, fault: string])[] = [
  [
    /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|InvalidSecurity|TokenRefreshRequired)$/,
    'is refused by its endpoint: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be those of a key that it has',
  ],
  [/^NoSuchBucket$/, 'names a bucket that its endpoint does not have'],
  [
    /^(PermanentRedirect|TemporaryRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException|30[1278])$/,
    'names another endpoint or region than that of the bucket',
  ],
  [/^RequestTimeTooSkewed$/, 'is refused by its endpoint: the clock of this machine differs from its own'],
  [
    /^(AccessDenied|AllAccessDisabled|AccountProblem|40[13])$/,
    'needs a key with the rights to list the bucket, and to read, write and delete its objects',
  ],
  [
    /^(EPROTO|ERR_SSL|ERR_TLS|UNABLE_TO_|CERT_)|SELF_SIGNED/,
    'names an endpoint that does not speak TLS, or whose certificate this machine does not trust',
  ],
  [/^(unexpected answer|HPE_\w+|40[045])$/, 'names an endpoint that does not speak the S3 protocol'],
]

/** Why the server refuses the address, as the end of a sentence; undefined when it may only be unavailable. */
export function bucketFault({ reason, status = 0 }: BucketFailure): string | undefined {
  const known = refusals.find(([pattern]) => pattern.test(reason))?.[1]
  if (known !== undefined) return known
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429
  return isRefusal ? `is refused by its endpoint: ${reason}` : undefined
}
