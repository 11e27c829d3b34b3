import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { isolated } from '../../ui/text/isolated.js'
import { catalogue, useWords } from '../../ui/text/catalogue.js'

const words = catalogue(
  {
    title: 'Delete this chat?',
    loss: (title: string) => `This deletes “${isolated(title)}” and all of its messages. This cannot be undone.`,
    remove: 'Delete',
  },
  {
    title: '이 채팅을 삭제할까요?',
    loss: (title) => `‘${isolated(title)}’ 채팅과 그 안의 모든 메시지가 삭제됩니다. 되돌릴 수 없습니다.`,
    remove: '삭제',
  },
)

interface DeleteRoomProps {
  readonly title: string
  readonly run: () => Promise<void>
  readonly close: () => void
}

/** Asks before a room is deleted. */
export function DeleteRoom({ title, run, close }: DeleteRoomProps) {
  const text = useWords(words)
  return (
    <ConfirmDialog title={text.title} verb={text.remove} run={run} onClose={close}>
      {text.loss(title)}
    </ConfirmDialog>
  )
}
