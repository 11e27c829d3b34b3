/** The oldest version that the program uses, as major and minor number. */
const oldest = [6, 2] as const

export interface ServerState {
  /** Why the server cannot be used; follows the name of the setting. */
  readonly fault?: string | undefined
  /** The eviction policy, if the server may delete keys that have not expired. */
  readonly evicts?: string | undefined
  /** How many keys it has deleted since its start because it was full. */
  readonly evictedKeys: number
}

/** Reads the answer to INFO. */
export function serverState(info: string): ServerState {
  const [, version = '', major, minor] = /^redis_version:((\d+)\.(\d+)\S*)/m.exec(info) ?? []
  const isOld = Number(major) < oldest[0] || (Number(major) === oldest[0] && Number(minor) < oldest[1])
  const fault = isOld
    ? `names a Redis server of version ${version}; it must be ${oldest.join('.')} or newer`
    : undefined
  const [, policy] = /^maxmemory_policy:(\S+)/m.exec(info) ?? []
  const [, evictedKeys] = /^evicted_keys:(\d+)/m.exec(info) ?? []
  return { fault, evicts: policy === 'noeviction' ? undefined : policy, evictedKeys: Number(evictedKeys ?? 0) }
}

/**
 * True for the error of a command that writes, while the server only reads: it is full (OOM), cannot save to its disk
 * (MISCONF), or is a replica or without replicas.
 */
export function refusesWrites(error: unknown): boolean {
  return error instanceof Error && /\b(OOM|MISCONF|READONLY|NOREPLICAS)\b/.test(error.message)
}

const refusals: readonly (readonly [pattern: RegExp, fault: string])[] = [
  [
    /\b(WRONGPASS|NOAUTH|DENIED)\b|invalid password/,
    'is refused by the server: user and password must be those of a user that it has',
  ],
  [
    /\bNOPERM\b/,
    'names a user that needs the rights for all commands, the keys {parley}:* and the channels parley:* and {parley}:*',
  ],
  [/DB index is out of range|invalid DB index/, 'names a database that the server does not have'],
  [/Protocol error/, 'names a server that does not speak the Redis protocol'],
  [
    /^(EPROTO|ERR_SSL|ERR_TLS|UNABLE_TO_|CERT_)|SELF_SIGNED/,
    'names a server that does not speak TLS, or whose certificate this machine does not trust',
  ],
]

/**
 * Why the server refuses the address, as the end of a sentence, for the code and the message of an error; undefined when
 * it may only be unreachable.
 */
export function addressFault(reason: string): string | undefined {
  return refusals.find(([pattern]) => pattern.test(reason))?.[1]
}
