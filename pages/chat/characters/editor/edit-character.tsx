import { useState } from 'react'
import { useParley, useSession } from '@parley/client/react'
import { Empty } from '../../../ui/feedback/empty.js'
import { Failure } from '../../../ui/feedback/failure.js'
import { Loading } from '../../../ui/feedback/loading.js'
import { useLoaded } from '../../../ui/feedback/use-loaded.js'
import { LinkButton } from '../../../ui/navigation/link.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { navigate, useRoute } from '../../../ui/navigation/route.js'
import { useTitle } from '../../../ui/navigation/use-title.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { LorebookUses } from '../../lorebooks/lorebook-uses.js'
import { StartConversation } from '../start-conversation.js'
import { CardImport } from './card-import.js'
import { CharacterForm } from './character-form.js'
import { TestPane } from './test-pane.js'
import { words } from './words.js'

/** The editor of a character; without an id, of a new one. */
export function EditCharacter({ id }: { readonly id: string | undefined }) {
  const isTested = useRoute().query.has('test')
  return (
    <div className={isTested ? 'page editor tested' : 'page medium editor'}>
      {id === undefined ? <NewCharacter /> : <ChangeCharacter id={id} isTested={isTested} />}
    </div>
  )
}

const test = (id: string) => navigate(`/characters/${id}/edit?test=1`, { replace: true })

function NewCharacter() {
  const { newCharacter } = useWords(words)
  const { query } = useRoute()
  useTitle(newCharacter)
  return (
    <>
      <CardImport isFocused={query.has('card')}>
        <h1>{newCharacter}</h1>
      </CardImport>
      <CharacterForm character={undefined} onStored={test} />
    </>
  )
}

function ChangeCharacter({ id, isTested }: { readonly id: string; readonly isTested: boolean }) {
  const text = useWords(words)
  const parley = useParley()
  const { accountId } = useSession()
  const { query } = useRoute()
  const { value, error, reload, set } = useLoaded((signal) => parley.character(id, { signal }))
  const [version, setVersion] = useState(0)
  // the form begins again with what is stored
  const stored = useAction(async () => {
    set(await parley.character(id))
    setVersion((last) => last + 1)
    test(id)
  })
  useTitle(value ? text.editCharacter(value.name) : '')
  if (value === undefined)
    return (
      <>
        <h1 className="unseen">{text.edit}</h1>
        {error ? <Failure error={error} retry={reload} /> : <Loading />}
      </>
    )
  if (!value?.source)
    return (
      <Empty title={text.notYours} level={1}>
        <p className="quiet">{text.notYoursHint}</p>
        <LinkButton to="/">{text.back}</LinkButton>
      </Empty>
    )
  return (
    <>
      <h1 dir="auto">{text.editCharacter(value.name)}</h1>
      {query.has('imported') && (
        <div className="notice">
          <p>{text.imported(value.name)}</p>
          <StartConversation characterId={id} />
        </div>
      )}
      <Failure error={stored.error} retry={() => void stored.run()} />
      <div className="beside">
        <CharacterForm key={version} character={value} onStored={() => void stored.run()}>
          {value.owner?.id === accountId && (
            <section className="card">
              <LorebookUses characterId={id} />
            </section>
          )}
        </CharacterForm>
        {isTested && (
          <TestPane
            characterId={id}
            name={value.name}
            onClose={() => navigate(`/characters/${id}/edit`, { replace: true })}
          />
        )}
      </div>
    </>
  )
}
