import type { Deletion } from './writers/deletions.js'
import type { Write } from './writers/write.js'
import type { LogRoom } from './writers/writes.js'
import type { World } from './world.js'

/** Whether something must exist: `unknown` while its deletion has no answer and no check has read it. */
export type Fate = 'stays' | 'gone' | 'unknown'

/** The deletions that a client has begun, and their effect on its other data. */
export class Fates {
  readonly #deletions: Deletion[] = []
  readonly #rooms = new Map<string, LogRoom>()

  note(room: LogRoom): void {
    this.#rooms.set(room.id, room)
  }

  begin(deletion: Deletion): void {
    this.#deletions.push(deletion)
  }

  get account(): Fate {
    return this.#fateOf((deletion) => deletion.noun === 'account')
  }

  character(id: string | undefined): Fate {
    return this.#fateOf(({ noun, id: deleted }) => noun === 'account' || (noun === 'character' && deleted === id))
  }

  room(id: string | undefined): Fate {
    return this.#room(id, id === undefined ? undefined : this.#rooms.get(id)?.characterId)
  }

  /** The fate of the object that a write has created. */
  of(write: Write): Fate {
    const made = write.state === 'acknowledged' ? write.result : undefined
    if (write.noun === 'character') return this.character(made)
    if (write.noun === 'room') return this.#room(made, write.characterId)
    return this.room(write.roomId)
  }

  /** Known rooms that must not exist. */
  get goneRooms(): LogRoom[] {
    return [...this.#rooms.values()].filter(({ id }) => this.room(id) === 'gone')
  }

  /** Determines the outcome of deletions without an answer. Objects that exist and are not being deleted stay. */
  resolve({ rooms, characters }: World): void {
    const there = new Set([...rooms, ...characters].map(({ id }) => id))
    for (const deletion of this.#deletions)
      if (deletion.noun !== 'account' && deletion.write.state === 'lost') deletion.isDone ??= !there.has(deletion.id)
  }

  /** The same for the account. */
  resolveAccount(isThere: boolean): void {
    for (const deletion of this.#deletions)
      if (deletion.noun === 'account' && deletion.write.state === 'lost') deletion.isDone ??= !isThere
  }

  #room(id: string | undefined, characterId: string | undefined): Fate {
    return this.#fateOf(({ noun, id: deleted }) => {
      if (noun === 'room') return deleted === id
      return noun === 'account' || deleted === characterId
    })
  }

  #fateOf(concerns: (deletion: Deletion) => boolean): Fate {
    const fates = this.#deletions.filter(concerns).map(fateByOne)
    return fates.includes('gone') ? 'gone' : fates.includes('unknown') ? 'unknown' : 'stays'
  }
}

function fateByOne({ write, isDone }: Deletion): Fate {
  if (write.state === 'refused') return 'stays'
  if (write.state === 'acknowledged' || isDone === true) return 'gone'
  return isDone === undefined ? 'unknown' : 'stays'
}
