import { useParley, useSession } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { useWords } from '../../ui/text/catalogue.js'
import { NotFound } from '../shell/not-found.js'
import { CharacterProfile } from './character-profile.js'
import { words } from './words.js'

/** A character as people see it before they talk with it. */
export function CharacterScreen({ id }: { readonly id: string }) {
  const text = useWords(words)
  const parley = useParley()
  const { accountId } = useSession()
  const character = useLoaded((signal) => parley.character(id, { signal }), accountId ?? '')
  const { value, error, reload } = character
  if (value === null) return <NotFound title={text.missing} hint={text.missingHint} way={text.showAll} />
  return (
    <div className="page medium">
      {value === undefined && <h1 className="unseen">{text.character}</h1>}
      <Failure error={error} retry={reload} />
      {value === undefined && !error && <Loading />}
      {value && <CharacterProfile character={value} change={(changed) => character.set({ ...value, ...changed })} />}
    </div>
  )
}
