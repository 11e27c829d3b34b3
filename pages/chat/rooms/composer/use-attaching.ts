import { useEffect, useEffectEvent, useState, type ClipboardEvent } from 'react'
import type { RoomData } from '@parley/client'
import { useParley } from '@parley/client/react'
import type { AttachRefusal } from './attach.js'
import type { Sending } from './use-sending.js'

export interface Attaching {
  /** Whether a file is dragged over the page. */
  readonly isOver: boolean
  /** Why not all that was given is attached. */
  readonly refusal: AttachRefusal | undefined
  readonly choose: (files: readonly File[]) => void
  readonly paste: (event: ClipboardEvent) => void
}

/** Attaches what is chosen, pasted into the box, or dropped anywhere on the page. */
export function useAttaching({ outbox, chosen, draft }: Sending, room: RoomData | null): Attaching {
  const parley = useParley()
  const [isOver, setOver] = useState(false)
  const [refusal, setRefusal] = useState<AttachRefusal>()
  useEffect(() => setRefusal(undefined), [draft.text])
  const choose = async (files: readonly File[]) => {
    if (files.length === 0) return
    // without it the box says so, by a part of the same module
    const late = await import('../../shell/late.js').catch(() => undefined)
    setRefusal(late ? late.attach(files, { parley, outbox, acceptsFiles: room?.acceptsFiles === true }) : 'notLoaded')
  }
  const dragged = useEffectEvent((event: DragEvent) => {
    const { dataTransfer, type, relatedTarget } = event
    if (type === 'dragleave') {
      if (relatedTarget === null) setOver(false)
      return
    }
    if (!dataTransfer?.types.includes('Files') || document.querySelector('dialog[open]')) return
    setOver(type === 'dragover')
    event.preventDefault()
    if (type === 'drop') void choose([...dataTransfer.files])
  })
  useEffect(() => {
    const listener = (event: DragEvent) => dragged(event)
    const types = ['dragover', 'dragleave', 'drop'] as const
    for (const type of types) document.addEventListener(type, listener)
    return () => {
      for (const type of types) document.removeEventListener(type, listener)
    }
  }, [])
  const paste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    // programs such as a word processor add a picture of the text
    if (files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    void choose([...files])
  }
  const isOutdated = refusal === 'stillUploading' && chosen?.failure !== null
  return { isOver, refusal: isOutdated ? undefined : refusal, choose: (files) => void choose(files), paste }
}
