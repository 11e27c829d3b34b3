import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type Ref } from 'react'
import type { Entry, Room, RoomState } from '@parley/client'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { Failure } from '../../../ui/feedback/failure.js'
import { IconButton } from '../../../ui/forms/button.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { EmptyRoom, type About } from './empty-room.js'
import { rowsOf, type LogRow } from './entry-rows.js'
import { LogRowView } from './log-row-view.js'
import type { Sending } from '../composer/use-sending.js'
import { latePart } from '../../shell/late-part.js'
import { useHeldRows } from './use-held-rows.js'
import { useSpokenReply } from './use-spoken-reply.js'
import { words } from '../words.js'

const GreetingChoice = latePart(({ GreetingChoice }) => GreetingChoice, null, true)

interface EntryLogProps {
  readonly room: Room
  readonly state: RoomState
  readonly partner: string
  readonly sending: Sending
  /** Edits the last message. */
  readonly editLast: Ref<() => void>
  /** Of the character, before the first message. */
  readonly about?: About | undefined
  /** The index of the entry that the address names. */
  readonly target: number | undefined
  /** Begins the room with another greeting of its character. */
  readonly chooseGreeting: (index: number) => Promise<unknown>
}

/** So close to the end, in pixels, a person who moves down is at it. */
const endMargin = 64
/** So close to the start, in pixels, earlier messages are loaded. */
const startMargin = 600

/** The log of a room: a virtual list that stays at the end while the person is there. */
export function EntryLog({ room, state, partner, sending, editLast, about, target, chooseGreeting }: EntryLogProps) {
  const text = useWords(words)
  const list = useRef<VirtualizerHandle>(null)
  const frame = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(target === undefined)
  const lastTop = useRef(0)
  const [isAway, setAway] = useState(false)
  const older = useAction(() => room.loadOlder())
  const rows = useMemo(() => rowsOf(state, sending.pending), [state, sending.pending])
  const held = useHeldRows(rows)
  const { room: data } = state
  const first = state.entries[0]?.index
  const firstBefore = useRef(first)
  const isPrepended = first !== undefined && firstBefore.current !== undefined && first < firstBefore.current
  useSpokenReply(state, partner)
  useImperativeHandle(editLast, () => () => {
    const entry = state.entries.findLast(({ inputData }) => inputData !== '')
    if (!entry || state.reply !== null) return
    list.current?.scrollToIndex(rows.findIndex((row) => isOf(row, entry)))
    held.edit({ entry, part: 'message' })
  })

  useLayoutEffect(() => {
    firstBefore.current = first
  })
  const toEnd = () => {
    const { current } = frame
    if (current) current.scrollTop = current.scrollHeight
  }
  // rows grow with their text, and when pictures and colours are loaded
  useLayoutEffect(() => {
    const { current } = frame
    const rowsElement = current?.firstElementChild
    if (!rowsElement) return
    const observer = new ResizeObserver(() => isAtEnd.current && toEnd())
    observer.observe(current)
    observer.observe(rowsElement)
    return () => observer.disconnect()
  }, [])
  // only a person leaves the end: the position also changes when rows are measured
  const leaveEnd = () => {
    const { current } = frame
    if (current && current.scrollHeight > current.clientHeight) isAtEnd.current = false
  }
  const goToEnd = () => {
    isAtEnd.current = true
    toEnd()
  }
  // one's own message is always shown
  const { pending } = sending
  const isSending = pending !== undefined
  useLayoutEffect(() => {
    if (isSending) goToEnd()
  }, [isSending])

  const hasTarget = target !== undefined && first !== undefined && (first <= target || !state.hasOlderEntries)
  useEffect(() => {
    if (target === undefined || first === undefined || hasTarget || older.isRunning || older.error) return
    void older.run()
  }, [target, first, hasTarget, older])
  useEffect(() => {
    if (!hasTarget) return
    const index = rows.findIndex((row) => row.kind === 'entry' && row.entry.index >= target)
    if (index >= 0) list.current?.scrollToIndex(index, { align: 'center' })
    // only when it is there: later changes leave the person where they are
  }, [hasTarget, target])

  const scrolled = (offset: number) => {
    const { current } = frame
    if (!current) return
    const { scrollTop, scrollHeight, clientHeight } = current
    const left = scrollHeight - scrollTop - clientHeight
    const isDown = scrollTop > lastTop.current
    lastTop.current = scrollTop
    if (left < 2 || (isDown && left < endMargin)) isAtEnd.current = true
    setAway(left > endMargin)
    if (offset < startMargin && state.hasOlderEntries && !older.isRunning && !older.error) void older.run()
  }
  const isEmpty = rows.every(({ kind }) => kind === 'greeting')
  const choice = isEmpty && data?.__typename === 'ChatRoom' && data.character && (
    <GreetingChoice characterId={data.character.id} index={data.greetingIndex} choose={chooseGreeting} />
  )
  return (
    <div className={isEmpty ? 'log-frame start' : 'log-frame'}>
      {isEmpty && data && (
        <EmptyRoom {...{ data, about, partner }} choice={rows.length === 0 && choice} send={sending.send} />
      )}
      <div
        className={state.room?.__typename === 'ChatRoom' ? 'log play' : 'log'}
        ref={frame}
        role="region"
        aria-label={text.messages}
        tabIndex={0}
        onWheel={({ deltaY }) => deltaY < 0 && leaveEnd()}
        onTouchMove={leaveEnd}
        onPointerDown={({ target: pressed, currentTarget }) => pressed === currentTarget && leaveEnd()}
        onKeyDown={({ key, target: pressed, currentTarget }) =>
          pressed === currentTarget && ['ArrowUp', 'PageUp', 'Home'].includes(key) && leaveEnd()
        }
      >
        <Virtualizer
          ref={list}
          data={rows}
          shift={isPrepended}
          as="ol"
          item="li"
          keepMounted={held.places}
          onScroll={scrolled}
        >
          {(row) => (
            <div key={row.key} onFocus={() => held.focused(row.key)}>
              <LogRowView
                {...{ row, room, state, partner, sending }}
                isTarget={isTarget(row, target)}
                isLast={row === rows.at(-1)}
                edit={held.edit}
                edited={isOf(row, held.edited?.entry) ? held.edited : undefined}
              />
              {choice}
            </div>
          )}
        </Virtualizer>
        {older.error && (
          <div className="older-failed">
            <Failure error={older.error} retry={() => void older.run()}>
              {text.olderFailed}
            </Failure>
          </div>
        )}
      </div>
      {isAway && (
        <div className="to-end">
          <IconButton
            icon="down"
            label={text.latest}
            onClick={() => {
              goToEnd()
              frame.current?.focus({ preventScroll: true })
            }}
          />
        </div>
      )}
    </div>
  )
}

const isTarget = (row: LogRow, target: number | undefined) => row.kind === 'entry' && row.entry.index === target

const isOf = (row: LogRow, entry: Entry | undefined) => row.kind === 'entry' && row.entry.index === entry?.index
