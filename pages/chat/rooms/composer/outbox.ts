import { newIdempotencyKey, ParleyError, type FileData, type Generation, type Room } from '@parley/client'
import { tabStorage } from '../../../ui/storage/browser-storage.js'
import { browserTimeZone } from '../browser-time-zone.js'

export interface Picture {
  readonly id: string
  /** The address of the stored picture. */
  readonly url: string
}

/** A file of a message. */
export interface DraftFile {
  readonly name: string
  /** Undefined until it is uploaded. */
  readonly id?: string
  /** What is uploaded; undefined afterwards. */
  readonly file?: File
  /** How much of it is uploaded, from 0 to 1. */
  readonly share?: number
  /** Why the message cannot have it. */
  readonly failure?: 'tooLarge' | 'empty' | 'removed' | ParleyError | undefined
  /** What the server has said of it. */
  readonly data?: FileData
}

export interface Draft {
  readonly text: string
  readonly picture?: Picture | undefined
  readonly files?: readonly DraftFile[] | undefined
}

/** A chosen picture that is not attached yet. */
export interface ChosenPicture {
  readonly file: File
  /** Why it is not uploaded; null while it is. */
  readonly failure: 'tooLarge' | ParleyError | null
}

interface UnsentMessage extends Draft {
  readonly idempotencyKey: string
}

/** A message that the server has not accepted yet, or whose reply the room does not show yet. */
export interface PendingMessage extends Draft {
  readonly generation?: Generation
}

/** A room, or a draft of one, which shows no reply: it is over when its first message is sent. */
export type MessageTarget = Pick<Room, 'id' | 'send'> & { readonly isDraft?: boolean }

export interface OutboxState {
  /** What the person writes. */
  readonly draft: Draft
  readonly chosen: ChosenPicture | undefined
  /** The last message that was sent, until the server has accepted it. */
  readonly unsent: UnsentMessage | undefined
  readonly pending: PendingMessage | undefined
  readonly isSending: boolean
  readonly error: ParleyError | null
}

/** A longer draft is not stored at every key: the browser copies all of it. */
const longDraft = 4_000
const storedAfterMs = 300

/**
 * The draft of a room and the message that is being sent. The tab keeps both until the server has accepted the message,
 * over reloads, other rooms and a new sign-in. The same message after a failure has the same key: it is sent once.
 */
export class Outbox {
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  #state: OutboxState
  /** Where the draft is: in another outbox when it has been moved. The next draft has its own. */
  place: { outbox: Outbox } = { outbox: this }
  /** Set while a change is not in the storage. */
  #stored: ReturnType<typeof setTimeout> | undefined

  constructor(roomId: string) {
    this.#key = `parley-draft-${roomId}`
    const { draft = { text: '' }, unsent } = this.#read()
    // a page was left before the answer of the server
    const nothing = { chosen: undefined, pending: undefined, isSending: false, error: null }
    this.#state = { ...nothing, draft: joined(unsent, draft), unsent }
    addEventListener('pagehide', () => this.#stored !== undefined && this.#store())
  }

  readonly getSnapshot = (): OutboxState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Another draft is another message: it clears the failure of the last one. */
  readonly write = (change: Partial<Draft>): void =>
    this.#set({ draft: { ...this.#state.draft, ...change }, ...(!this.#state.isSending && { error: null }) })

  readonly choose = (chosen: ChosenPicture): void => this.#set({ chosen })

  readonly forgetChosen = (): void => this.#set({ chosen: undefined })

  /** Moves the draft, with what is uploaded for it, to the outbox of the room that it has become. */
  readonly moveTo = (outbox: Outbox): void => {
    const { draft, chosen } = this.#state
    if (isEmpty(draft) && !chosen) return
    this.place.outbox = outbox
    this.place = { outbox: this }
    outbox.#set({ draft, chosen })
    this.#set({ draft: { text: '' }, chosen: undefined })
  }

  readonly sendDraft = (room: MessageTarget, searchAccess: boolean): Promise<void> =>
    this.#send(room, this.#state.draft, searchAccess, true)

  /** Sends a message that is not the draft. */
  readonly send = (room: MessageTarget, message: Draft, searchAccess: boolean): Promise<void> =>
    this.#send(room, message, searchAccess, false)

  /** Sends the message that has failed, which the draft may begin with. */
  readonly retry = async (room: MessageTarget, searchAccess: boolean): Promise<void> => {
    const { unsent, draft } = this.#state
    if (!unsent) return
    await this.#send(room, unsent, searchAccess, beginsWith(draft, unsent))
  }

  /** The room shows the reply of the pending message. */
  readonly shown = (): void => this.#set({ pending: undefined })

  async #send(room: MessageTarget, message: Draft, searchAccess: boolean, isDraft: boolean): Promise<void> {
    if (this.#state.isSending) return
    const { unsent: last, draft } = this.#state
    const { text, picture } = message
    const attachments = idsOf(message)
    const isSame = last?.text === text && last.picture?.id === picture?.id && idsOf(last).join() === attachments.join()
    const idempotencyKey = isSame ? last.idempotencyKey : newIdempotencyKey()
    this.#set({
      ...(isDraft && { draft: without(message, draft) }),
      unsent: { ...message, idempotencyKey },
      pending: message,
      isSending: true,
      error: null,
    })
    try {
      const imageId = picture?.id
      const options = { idempotencyKey, searchAccess, ...browserTimeZone(), ...(imageId && { imageId }), attachments }
      const { generation } = await room.send(text, options)
      const pending = room.isDraft === true ? undefined : { ...message, generation }
      this.#set({ unsent: undefined, pending, isSending: false })
    } catch (reason) {
      const error = ParleyError.from(reason)
      this.#set({
        // the server has decided: the same message would be refused again
        ...(error.code === 'BAD_USER_INPUT' && { unsent: undefined }),
        ...(isDraft && { draft: joined(message, this.#state.draft) }),
        pending: undefined,
        isSending: false,
        error: error.code === 'ABORTED' ? null : error,
      })
    }
  }

  #read(): Partial<Pick<OutboxState, 'draft' | 'unsent'>> {
    try {
      return JSON.parse(tabStorage.read(this.#key) ?? '{}') as Partial<OutboxState>
    } catch {
      return {}
    }
  }

  #set(change: Partial<OutboxState>): void {
    this.#state = { ...this.#state, ...change }
    const { draft, isSending } = this.#state
    if (isSending || draft.text.length < longDraft) this.#store()
    else this.#stored ??= setTimeout(this.#store, storedAfterMs)
    for (const listener of this.#listeners) listener()
  }

  readonly #store = (): void => {
    clearTimeout(this.#stored)
    this.#stored = undefined
    const { draft, isSending } = this.#state
    // a message that has failed is in the draft, until the person has changed or removed it there
    const unsent = isSending || beginsWith(draft, this.#state.unsent) ? this.#state.unsent : undefined
    // a reload ends an upload
    const files = draft.files?.filter(({ id }) => id)
    tabStorage.write(
      this.#key,
      !unsent && isEmpty(draft) ? null : JSON.stringify({ draft: { ...draft, files }, unsent }),
    )
  }
}

const isEmpty = ({ text, picture, files = [] }: Draft) => text === '' && !picture && files.length === 0

const idsOf = ({ files = [] }: Draft) => files.flatMap(({ id }) => id ?? [])

const beginsWith = ({ text }: Draft, message: Draft | undefined) =>
  message !== undefined && (text === message.text || text.startsWith(`${message.text}\n`))

/** A message before what was written since. */
function joined(message: Draft | undefined, draft: Draft): Draft {
  if (!message || beginsWith(draft, message)) return draft
  const text = draft.text === '' ? message.text : `${message.text}\n${draft.text}`
  return { text, picture: draft.picture ?? message.picture, files: [...(message.files ?? []), ...(draft.files ?? [])] }
}

const without = (message: Draft, draft: Draft): Draft => ({
  text: draft.text === message.text ? '' : draft.text.slice(message.text.length + 1),
  picture: draft.picture?.id === message.picture?.id ? undefined : draft.picture,
  files: draft.files?.filter((file) => !message.files?.includes(file)),
})

const outboxes = new Map<string, Outbox>()

/** The outbox of a room: one in a page, so that a message is followed while another room is shown. */
export function outboxOf(roomId: string): Outbox {
  const outbox = outboxes.get(roomId) ?? new Outbox(roomId)
  outboxes.set(roomId, outbox)
  return outbox
}
