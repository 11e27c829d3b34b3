import { AppError, type CountedKey } from '@parley/runtime'

/** The client of an upload. */
interface Uploader {
  /** Its account, or the networks of its address. */
  readonly keys: readonly CountedKey[]
  /** Whether its body has not arrived completely: a complete one waits for the server, not for its client. */
  readonly isArriving: () => boolean
  /** Ends the upload, whose body has stalled. */
  readonly end: () => void
}

const stalledMs = 5_000
const retryAfterMs = 2_000

/** The shared memory limit for the files of all uploads, in bytes. */
export class UploadMemory {
  readonly #leases = new Set<UploadLease>()

  constructor(
    private readonly limitBytes = 134_217_728,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** The memory of one upload. The caller must call `close`. */
  lease(uploader: Uploader): UploadLease {
    const lease = new UploadLease(uploader, {
      makeRoom: (bytes) => this.#makeRoom(uploader, bytes),
      clock: this.clock,
      onClose: () => this.#leases.delete(lease),
    })
    this.#leases.add(lease)
    return lease
  }

  /**
   * Throws UNAVAILABLE when the client would have more bytes than are left for others, even after the bodies of which
   * nothing has arrived for a while were ended, the largest first. So one client has at most half of the memory, the next
   * at most half of the rest, and another one always finds room.
   */
  #makeRoom({ keys }: Uploader, bytes: number): void {
    const fits = () => {
      const free = this.limitBytes - this.#bytesOf(() => true)
      return keys.every(({ name, share }) => this.#bytesOf((lease) => lease.isOf(name)) + bytes <= free * share)
    }
    if (fits()) return
    const stalled = [...this.#leases].filter((lease) => lease.isArriving && this.clock() - lease.grownAt >= stalledMs)
    for (const lease of stalled.sort((one, other) => other.bytes - one.bytes)) {
      lease.end()
      if (fits()) return
    }
    throw new AppError('UNAVAILABLE', { retryAfterMs })
  }

  #bytesOf(counts: (lease: UploadLease) => boolean): number {
    let bytes = 0
    for (const lease of this.#leases) if (counts(lease)) bytes += lease.bytes
    return bytes
  }
}

/** The bytes of one upload. */
export class UploadLease {
  #bytes = 0
  #grownAt: number

  constructor(
    private readonly uploader: Uploader,
    private readonly options: {
      readonly makeRoom: (bytes: number) => void
      readonly clock: () => number
      readonly onClose: () => void
    },
  ) {
    this.#grownAt = options.clock()
  }

  get bytes(): number {
    return this.#bytes
  }

  /** When bytes have last arrived, on the clock of the memory. */
  get grownAt(): number {
    return this.#grownAt
  }

  get isArriving(): boolean {
    return this.uploader.isArriving()
  }

  isOf(name: string): boolean {
    return this.uploader.keys.some((key) => key.name === name)
  }

  /** Throws UNAVAILABLE without a reservation when there is no room for the bytes. */
  reserve(bytes: number): void {
    this.options.makeRoom(bytes)
    this.#bytes += bytes
    this.#grownAt = this.options.clock()
  }

  release(bytes: number): void {
    this.#bytes -= bytes
  }

  /** Releases the bytes and ends the upload. */
  end(): void {
    this.close()
    this.uploader.end()
  }

  /** Releases all bytes; later ones count for nothing. */
  close(): void {
    this.#bytes = 0
    this.options.onClose()
  }
}
