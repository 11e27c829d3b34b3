import { revokeShareLink } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './end-sharing-words.js'

interface EndSharingProps {
  /** The id of the link. */
  readonly id: string
  readonly onEnded: () => void
  readonly onClose: () => void
}

/** Ends a link to a copy of a chat when the person confirms it. */
export function EndSharing({ id, onEnded, onClose }: EndSharingProps) {
  const text = useWords(words)
  const parley = useParley()
  const announce = useAnnounce()
  const end = async () => {
    await parley.request(revokeShareLink, { id })
    onEnded()
    announce(text.ended)
  }
  return (
    <ConfirmDialog title={text.title} verb={text.end} run={end} onClose={onClose}>
      {text.loss}
    </ConfirmDialog>
  )
}
