import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { deleteAccount, deletionConsequences } from '../operations.generated.js'
import { useAdministrator, useRequest } from '../session/administrator.js'
import type { AccountDialogProps } from './account-dialog.js'
import { words } from './words.js'

const consequences = ['rooms', 'characters', 'roomsOfOthers', 'images', 'apiKeys'] as const

/** Deletes an account after its consequences were shown. */
export function DeleteDialog({ account: { id, username }, onDelete, onClose }: AccountDialogProps) {
  const text = useWords(words)
  const { number } = useFormats()
  const request = useRequest()
  const announce = useAnnounce()
  const { id: ownId, checkAgain } = useAdministrator()
  const { value, error, reload } = useLoaded(
    async (signal) => (await request(deletionConsequences, { id }, { signal })).deletionConsequences,
  )
  const remove = async () => {
    await request(deleteAccount, { id }, { isRepeatable: true })
    announce(text.isDeleted(username))
    if (id === ownId) checkAgain()
    else onDelete(id)
  }
  return (
    <ConfirmDialog
      title={text.deleteTitle(username)}
      verb={text.deleteForGood}
      conflict={text.notChanged}
      run={remove}
      isReady={value !== undefined}
      onClose={onClose}
    >
      <div className="form">
        <p>{text.deleteMeans}</p>
        <Failure error={error} retry={reload} />
        {value === undefined && !error && <Loading />}
        {value && (
          <dl className="losses">
            {consequences.map((name) => (
              <div key={name}>
                <dt>{text.losses[name]}</dt>
                <dd>{number(value[name])}</dd>
              </div>
            ))}
          </dl>
        )}
        {id === ownId && <p className="notice failure">{text.deleteOwn}</p>}
      </div>
    </ConfirmDialog>
  )
}
