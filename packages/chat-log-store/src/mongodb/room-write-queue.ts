import { AppError } from '@parley/runtime'

interface WaitingWrite {
  readonly start: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Serializes the writers of a room in this process, so that they do not compete for the next index. When one of them
 * finds the store unavailable, the waiting ones fail at once: one retry after another would exceed their timeout.
 */
export class RoomWriteQueue {
  readonly #waiting = new Map<string, WaitingWrite[]>()

  async run<T>(roomId: string, work: () => Promise<T>): Promise<T> {
    const line = this.#waiting.get(roomId)
    if (line) await new Promise<void>((start, reject) => line.push({ start, reject }))
    else this.#waiting.set(roomId, [])
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAVAILABLE') this.#rejectWaiting(roomId, error)
      throw error
    } finally {
      const next = this.#waiting.get(roomId)?.shift()
      if (next) next.start()
      else this.#waiting.delete(roomId)
    }
  }

  #rejectWaiting(roomId: string, reason: unknown): void {
    for (const { reject } of this.#waiting.get(roomId)?.splice(0) ?? []) reject(reason)
  }
}
