import { createLorebook, myLorebooks, type LorebookFragment } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Button } from '../../ui/forms/button.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useRetryKey } from '../../ui/forms/use-retry-key.js'
import { navigate, useRoute } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { LorebookEditor } from './lorebook-editor.js'
import { LorebookImport } from './lorebook-import.js'
import { lorebookPath } from './lorebook-path.js'
import { words } from './words.js'

/** The lorebooks of the person, and one of them while it is changed. */
export function LorebooksSection() {
  const openId = useRoute().query.get('book')
  return openId === null ? (
    <LorebookList onOpen={(id) => navigate(lorebookPath(id))} />
  ) : (
    <LorebookEditor key={openId} id={openId} onClose={() => navigate('/settings/lorebooks')} />
  )
}

function LorebookList({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const text = useWords(words)
  const parley = useParley()
  const retryKey = useRetryKey()
  const { value, error, reload } = useLoaded(
    async (signal) => (await parley.request(myLorebooks, { first: 100 }, { signal })).myLorebooks?.nodes ?? [],
  )
  const create = useAction(async () => {
    const input = { name: text.newBook }
    const { createLorebook: made } = await parley.request(createLorebook, {
      input: { ...input, idempotencyKey: retryKey.of(input) },
    })
    onOpen(made.lorebook.id)
  })
  return (
    <section className="card form">
      <h2>{text.lorebooks}</h2>
      <p className="quiet">{text.hint}</p>
      <Failure error={error} retry={reload} />
      {value === undefined && !error && <Loading />}
      {value?.length === 0 && <p className="quiet">{text.none}</p>}
      {value && value.length > 0 && (
        <ul role="list" className="lines">
          {value.map((book) => (
            <BookLine key={book.id} {...{ book, onOpen }} />
          ))}
        </ul>
      )}
      <div className="row">
        <Button kind="primary" disabled={create.isRunning} onClick={() => void create.run()}>
          {text.newBook}
        </Button>
        <LorebookImport label={text.importBook} replacesId={undefined} onDone={onOpen} />
      </div>
      <Failure error={create.error} />
    </section>
  )
}

interface BookLineProps {
  readonly book: LorebookFragment
  readonly onOpen: (id: string) => void
}

function BookLine({ book, onOpen }: BookLineProps) {
  const text = useWords(words)
  const { id, name, entryCount, characterName, inEveryChatRoom } = book
  return (
    <li>
      <div>
        <p className="break" dir="auto">
          {name} {inEveryChatRoom && <span className="tag">{text.everywhere}</span>}
        </p>
        <p className="quiet small">
          {text.entries(entryCount)}
          {characterName !== null && ` · ${text.ofCard(characterName)}`}
        </p>
      </div>
      <Button isSmall aria-label={text.open(name)} onClick={() => onOpen(id)}>
        {text.openBook}
      </Button>
    </li>
  )
}
