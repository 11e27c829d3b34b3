import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ParleyError, type Room, type RoomData, type RoomState, type SendOptions } from '@parley/client'
import { useParley, useSession } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { currentRoute, navigate, useRoute } from '../../ui/navigation/route.js'
import { browserStorage } from '../../ui/storage/browser-storage.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words as characterWords } from '../characters/words.js'
import { latePart } from '../shell/late-part.js'
import { useStoredValue } from '../../ui/theme/stored-value.js'
import { Composer } from './composer/composer.js'
import { outboxOf } from './composer/outbox.js'
import { useSending } from './composer/use-sending.js'
import { DemonstrationNotice } from './demonstration-notice.js'
import { chooseDraftGreeting, draftGreetingOf, draftIdOf, draftKeyOf, forgetDraftId } from './draft-id.js'
import { HomeBox } from './home-box.js'
import type { About } from './log/empty-room.js'
import { EntryLog } from './log/entry-log.js'
import { expectReply } from './log/use-spoken-reply.js'
import type { ChooseModel } from './model/model-button.js'
import { RoomHeader } from './room-header.js'
import { partnerOf } from './room-title.js'
import { useWebSearch } from './use-web-search.js'
import { usePreferredModel } from './use-models.js'
import { words } from './words.js'

const NotFound = latePart(({ NotFound }) => NotFound)

interface DraftRoomProps {
  /** Undefined: with the assistant. */
  readonly characterId: string | undefined
}

/** A conversation before its first message, which creates the room. On the first screen it is its box alone. */
export function DraftRoom({ characterId }: DraftRoomProps) {
  const { missing, missingHint, showAll } = useWords(characterWords)
  const parley = useParley()
  const { accountId } = useSession()
  const draftKey = draftKeyOf(accountId, characterId)
  const { value, error, reload } = useLoaded(
    async (signal) =>
      characterId === undefined
        ? { data: draftOf(null, null), about: undefined }
        : draftWith(
            draftGreetingOf(draftKey),
            ...(await Promise.all([
              parley.character(characterId, { signal }),
              parley.roomGreeting(characterId, {
                roomId: draftIdOf(draftKey),
                greetingIndex: draftGreetingOf(draftKey),
                signal,
              }),
            ])),
          ),
    draftKey,
  )
  if (value === null || error?.code === 'NOT_FOUND')
    return <NotFound title={missing} hint={missingHint} way={showAll} />
  if (value === undefined)
    return <div className="page medium">{error ? <Failure error={error} retry={reload} /> : <Loading />}</div>
  return <Draft key={draftKey} {...value} draftKey={draftKey} />
}

interface DraftProps {
  readonly draftKey: string
  readonly data: RoomData
  readonly about: CharacterAbout | undefined
}

function Draft({ draftKey: key, data: draft, about }: DraftProps) {
  const text = useWords(words)
  const parley = useParley()
  const { character, greetingIndex: kept = 0 } = draft.__typename === 'ChatRoom' ? draft : {}
  const characterId = character?.id
  const [model, chooseModel] = useStoredValue(`parley-model-${key}`)
  // without a listener it asks the server nothing
  const room = useMemo(() => parley.room(key), [parley, key])
  const preferred = usePreferredModel()
  const [begun, setBegun] = useState<{ readonly greetingIndex: number; readonly greeting: string | null }>()
  const index = begun?.greetingIndex ?? kept
  const begin = useCallback(
    async (greetingIndex: number, isRefresh = false) => {
      if (characterId === undefined) return
      const greeting = await parley.roomGreeting(characterId, { roomId: draftIdOf(key), greetingIndex })
      if (!isRefresh) chooseDraftGreeting(key, greetingIndex)
      // another one can have been chosen in the meantime
      setBegun((now) =>
        isRefresh && (now?.greetingIndex ?? kept) !== greetingIndex ? now : { greetingIndex, greeting },
      )
    },
    [parley, characterId, key, kept],
  )
  const hasTime = about !== undefined && saysTime(about, index)
  useEffect(() => {
    if (!hasTime) return undefined
    const timer = setInterval(() => void begin(index, true).catch(() => undefined), minuteMs)
    return () => clearInterval(timer)
  }, [hasTime, begin, index])
  const data = useMemo(() => ({ ...draft, ...begun, model: model ?? preferred }), [draft, begun, model, preferred])
  const webSearch = useWebSearch(key, data)
  const { set: setSearch } = webSearch
  const state = useMemo<RoomState>(() => ({ ...room.getSnapshot(), room: data }), [room, data])
  const starting = useMemo(
    () => ({
      id: key,
      isDraft: true,
      send: async (message: string, options?: SendOptions) => {
        const from = currentRoute()
        const start = () =>
          parley.startRoom(message, {
            ...options,
            ...(characterId !== undefined && { characterId, greetingIndex: index, roomId: draftIdOf(key) }),
            ...(model !== null && { model }),
          })
        const { room: made, sent } = await start().catch((reason: unknown) => {
          // a copy of this tab has begun a room with the id
          if (!isTaken(reason)) throw reason
          forgetDraftId(key)
          return start()
        })
        forgetDraftId(key)
        expectReply(sent.generation.id)
        const leave = await shown(parley.room(made.id))
        browserStorage.write(`parley-web-search-${made.id}`, browserStorage.read(`parley-web-search-${key}`))
        setSearch(false)
        chooseModel(null)
        // a person who has gone to another screen in the meantime stays there
        if (currentRoute().path === from.path) {
          outboxOf(key).moveTo(outboxOf(made.id))
          navigate(`/rooms/${made.id}`, { replace: true })
        }
        leave()
        return sent
      },
    }),
    [parley, key, characterId, index, model, setSearch, chooseModel],
  )
  const editLast = useRef<() => void>(null)
  const sending = useSending(starting, state, webSearch.isOn)
  const partner = partnerOf(data, text.assistant)
  const isHome = useRoute().parts.length === 0
  const choose: ChooseModel = (name) => Promise.resolve(chooseModel(name))
  if (isHome) return <HomeBox {...{ data, room, state, partner, sending, editLast, webSearch }} chooseModel={choose} />
  return (
    <div className="room">
      <RoomHeader data={data} state={state} chooseModel={choose} isDraft />
      <DemonstrationNotice room={data} isConnected />
      <EntryLog {...{ room, state, partner, sending, editLast, about }} target={undefined} chooseGreeting={begin} />
      <Composer key={key} {...{ room, state, partner, sending, editLast, webSearch }} />
    </div>
  )
}

/** So long at most the screen of the draft stays for the first state of the new room. */
const waitMs = 1_000

/** Resolves when the state of a room is there, so that its screen begins with it; returns the end of the subscription. */
function shown(room: Room): Promise<() => void> {
  return new Promise((resolve) => {
    const leave = room.subscribe(() => {
      if (room.getSnapshot().room) resolve(leave)
    })
    setTimeout(() => resolve(leave), waitMs)
  })
}

const isTaken = (reason: unknown) =>
  reason instanceof ParleyError && reason.details.fields?.some(({ path }) => path.at(-1) === 'roomId') === true

/** A greeting has the time at which its room begins. */
const saysTime = ({ greeting, alternateGreetings }: CharacterAbout, index: number) =>
  /\{\{(?:time|date)\}\}/i.test((index === 0 ? greeting : alternateGreetings[index - 1]) ?? '')

const minuteMs = 60_000

type Character = NonNullable<Extract<RoomData, { __typename: 'ChatRoom' }>['character']>
/** With its greetings as others than their rooms read them. */
type CharacterAbout = About & { readonly greeting: string | null; readonly alternateGreetings: readonly string[] }

/** Null without such a character. */
const draftWith = (chosen: number, character: (Character & CharacterAbout) | null, greeting: string | null) =>
  character && {
    // the author can have removed the one that was chosen, in place of which the first one was read
    data: draftOf(character, greeting, chosen > character.alternateGreetings.length ? 0 : chosen),
    about: character,
  }

/** What a screen shows of a room that is not created yet. */
function draftOf(character: Character | null, greeting: string | null, greetingIndex = 0): RoomData {
  const common = {
    ...{ id: '', ownerId: null, name: null, proposedTitle: null, instructions: null, model: null, sampling: null },
    ...{ archivedAt: null, pinnedAt: null, replyCount: 0, readReplies: 0, unread: false, createdAt: '', updatedAt: '' },
    ...{ persona: null, acceptsFiles: !character },
  }
  if (!character) return { __typename: 'OfficeRoom', ...common }
  return { __typename: 'ChatRoom', ...common, greeting, greetingIndex, characterVisible: true, character }
}
