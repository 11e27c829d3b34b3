import { AppError } from '../../errors.js'

interface Waiting {
  readonly begin: () => void
  readonly giveUp: (reason: unknown) => void
}

/**
 * Serializes the writers of a room in this process, so that they do not compete for the next index. When one of them
 * finds the store unavailable, the waiting ones fail at once: one retry after another would exceed their timeout.
 */
export class RoomTurns {
  readonly #lines = new Map<string, Waiting[]>()

  async take<T>(roomId: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(roomId)
    if (line) await new Promise<void>((begin, giveUp) => line.push({ begin, giveUp }))
    else this.#lines.set(roomId, [])
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAVAILABLE') this.#sendAway(roomId, error)
      throw error
    } finally {
      const next = this.#lines.get(roomId)?.shift()
      if (next) next.begin()
      else this.#lines.delete(roomId)
    }
  }

  #sendAway(roomId: string, reason: unknown): void {
    for (const { giveUp } of this.#lines.get(roomId)?.splice(0) ?? []) giveUp(reason)
  }
}
