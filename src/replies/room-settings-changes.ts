import type { AskedSampling } from '../ports/reply-generator/reply-generator.js'
import type { GuestLimits, Writer } from '../rate-limits/guest-limits.js'
import type { Room } from '../rooms/room.js'
import type { RoomChanges } from '../rooms/room-changes.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Allowance } from '../usage/allowance.js'
import type { Caller } from '../users/caller.js'
import { unknownModel } from './offered-model.js'

/** Absent keeps a setting, null clears it. */
interface RoomSettingsChange {
  readonly name?: string | null | undefined
  readonly greetingIndex?: number | null | undefined
  readonly instructions?: string | null | undefined
  readonly model?: string | null | undefined
  /** Replaces all values. */
  readonly sampling?: { readonly [Value in keyof AskedSampling]?: number | null | undefined } | null | undefined
  readonly acceptsFiles?: boolean | null | undefined
  readonly archived?: boolean | null | undefined
}

/** Changes the settings of rooms, which the next reply uses. */
export class RoomSettingsChanges {
  constructor(
    private readonly options: {
      readonly rooms: Rooms
      readonly roomChanges: RoomChanges
      readonly guestLimits: GuestLimits
      readonly allowance: Allowance
      readonly models: readonly string[]
      /** Whether a model has the configuration that it needs, such as a key. */
      readonly isConfigured: (model: string) => boolean
      /** Epoch milliseconds. */
      readonly clock: () => number
    },
  ) {}

  /**
   * Changes the given settings. Throws NOT_FOUND for a room that the caller may not use, BAD_USER_INPUT for a model
   * that the operator has not configured and for a greeting that the character does not have, FORBIDDEN for one that the membership of the caller does not include
   * and for the greeting of a character that the caller may no longer see, RATE_LIMITED as `GuestLimits`.
   */
  async update(writer: Writer, id: string, { instructions, model, ...rest }: RoomSettingsChange): Promise<Room> {
    const { rooms, roomChanges, guestLimits } = this.options
    const room = await rooms.require(writer.caller, id)
    if (typeof model === 'string') await this.requireModel(writer.caller, model)
    const greetingIndex = rest.greetingIndex === null ? 0 : rest.greetingIndex
    if (greetingIndex !== undefined) await rooms.requireGreeting(writer.caller, room, greetingIndex)
    // a list would show nothing for a blank name
    const name = typeof rest.name === 'string' && rest.name.trim() === '' ? null : rest.name
    const change = {
      name,
      proposedTitle: name === undefined || name === room.name ? undefined : null,
      greetingIndex,
      instructions: instructions === '' ? null : instructions,
      model,
      sampling: rest.sampling === undefined ? undefined : given(rest.sampling ?? {}),
      acceptsFiles: rest.acceptsFiles,
      archivedAt: this.#archivedAt(room, rest.archived),
    }
    if (Object.values(change).every((value) => value === undefined)) return room
    await guestLimits.chargeEntry(writer, { name, instructions, model })
    const changed = await rooms.change(writer.caller, room, change)
    roomChanges.publish(room, { kind: 'room' })
    return changed
  }

  /** Throws BAD_USER_INPUT and FORBIDDEN as `update`. */
  async requireModel(caller: Caller, model: string): Promise<void> {
    const { models, isConfigured, allowance } = this.options
    if (!models.includes(model) || !isConfigured(model)) throw unknownModel(['input', 'model'])
    await allowance.requireModel(caller, model)
  }

  #archivedAt(room: Room, archived: boolean | null | undefined): number | null | undefined {
    if (archived === undefined) return undefined
    return archived === true ? (room.archivedAt ?? this.options.clock()) : null
  }
}

/** The values that are set; null when none is. */
function given(sampling: NonNullable<RoomSettingsChange['sampling']>): AskedSampling | null {
  const values = Object.entries(sampling).filter(([, value]) => typeof value === 'number')
  return values.length === 0 ? null : Object.fromEntries(values)
}
