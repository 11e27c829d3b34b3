import { AppError } from '../../errors.js'

interface Waiting {
  readonly begin: () => void
  readonly giveUp: (reason: unknown) => void
}

/**
 * Lets the writers of a room in this process go one after the other, so that they do not compete for the next index. When one
 * finds the store unavailable, those that wait behind it fail at once: each of them trying for itself would need too long.
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
