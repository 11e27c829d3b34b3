import { useState } from 'react'
import {
  deleteLorebook,
  exportLorebook,
  lorebook as readLorebook,
  updateLorebook,
  type LorebookEntryFragment,
  type LorebookQuery,
} from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { download } from '../../ui/files/download.js'
import { Button } from '../../ui/forms/button.js'
import { Checkbox, TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { EntryForm } from './entry-form.js'
import { entryName } from './entry-name.js'
import { LorebookImport } from './lorebook-import.js'
import { LorebookPreview } from './lorebook-preview.js'
import { words } from './words.js'

type OpenBook = NonNullable<LorebookQuery['lorebook']>

/** One lorebook: its settings, its entries, and what a text would wake. */
export function LorebookEditor({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const text = useWords(words)
  const parley = useParley()
  const { value, error, reload } = useLoaded(
    async (signal) => (await parley.request(readLorebook, { id }, { signal })).lorebook,
  )
  return (
    <>
      <div className="row">
        <Button isSmall icon="back" onClick={onClose}>
          {text.back}
        </Button>
      </div>
      <Failure error={error} retry={reload} />
      {value === undefined && !error && <Loading />}
      {value === null && <p className="quiet">{text.missing}</p>}
      {value && (
        <>
          <BookSettings
            key={[value.name, value.scanDepth, value.tokenBudget, value.inEveryChatRoom].join()}
            {...{ book: value, reload, onClose }}
          />
          <BookEntries key={value.entries?.pageInfo.endCursor} {...{ book: value, reload }} />
          <LorebookPreview id={id} />
          <BookNotes notes={value.notes ?? []} />
        </>
      )}
    </>
  )
}

interface BookProps {
  readonly book: OpenBook
  readonly reload: () => void
}

function BookSettings({ book, reload, onClose }: BookProps & { readonly onClose: () => void }) {
  const text = useWords(words)
  const parley = useParley()
  const announce = useAnnounce()
  const { id, name, scanDepth, tokenBudget, tokenCount, inEveryChatRoom, characterId, characterName } = book
  const [isEverywhere, setEverywhere] = useState(inEveryChatRoom)
  const [isTyped, setTyped] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const save = useAction(async (fields: Readonly<Record<string, string>>) => {
    const typed = (fields['name'] ?? '').trim()
    const input = {
      name: typed === '' ? name : typed,
      scanDepth: Number(fields['scanDepth']),
      tokenBudget: Number(fields['tokenBudget']),
      inEveryChatRoom: isEverywhere,
    }
    await parley.request(updateLorebook, { id, input })
    announce(text.saved)
    reload()
  })
  const saveFile = useAction(async () => {
    const { exportLorebook: file } = await parley.request(exportLorebook, { id })
    if (file) download(new Blob([file.json], { type: 'application/json' }), `${file.name}.json`)
  })
  return (
    <form
      className="card form"
      onChange={({ currentTarget }) => setTyped(isEdited(currentTarget))}
      onSubmit={submitted((fields) => void save.run(fields))}
    >
      <h2 dir="auto">{name}</h2>
      {characterId !== null && (
        <p>
          <a href={`#/characters/${characterId}`}>{text.ofCard(characterName ?? '')}</a>
        </p>
      )}
      <TextField
        label={text.name}
        name="name"
        defaultValue={name}
        maxLength={200}
        required
        dir="auto"
        autoComplete="off"
      />
      <TextField
        label={text.scanDepth}
        hint={text.scanDepthHint}
        name="scanDepth"
        type="number"
        min={0}
        max={100}
        required
        defaultValue={scanDepth}
      />
      <TextField
        label={text.tokenBudget}
        hint={text.tokenBudgetHint(text.tokens(tokenCount))}
        name="tokenBudget"
        type="number"
        min={0}
        max={1_000_000_000}
        required
        defaultValue={tokenBudget}
      />
      <Checkbox
        label={text.inEveryChatRoom}
        checked={isEverywhere}
        onChange={({ currentTarget }) => setEverywhere(currentTarget.checked)}
      />
      <Failure error={save.error} />
      <Failure error={saveFile.error} />
      <div className="row end apart">
        <Button
          kind="primary"
          type="submit"
          disabled={save.isRunning || (!isTyped && isEverywhere === inEveryChatRoom)}
        >
          {text.save}
        </Button>
        <LorebookImport label={text.replace} replacesId={id} onDone={reload} />
        <Button icon="download" onClick={() => void saveFile.run()}>
          {text.export}
        </Button>
        {characterId === null && (
          <Button kind="danger" onClick={() => setDeleting(true)}>
            {text.remove}
          </Button>
        )}
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={text.removeTitle}
          verb={text.remove}
          run={async () => {
            await parley.request(deleteLorebook, { id })
            announce(text.removed)
            onClose()
          }}
          onClose={() => setDeleting(false)}
        >
          {text.removeLoss}
        </ConfirmDialog>
      )}
    </form>
  )
}

/** Whether a text of the form is not the one with which it began. */
const isEdited = (form: HTMLFormElement): boolean =>
  [...form.elements].some(
    (field) => field instanceof HTMLInputElement && field.name !== '' && field.value !== field.defaultValue,
  )

function BookEntries({ book, reload }: BookProps) {
  const text = useWords(words)
  const parley = useParley()
  const [more, setMore] = useState<OpenBook['entries'][]>([])
  const [edited, setEdited] = useState<LorebookEntryFragment | 'new'>()
  const pages = [book.entries, ...more]
  const last = pages.at(-1)?.pageInfo
  const load = useAction(async () => {
    const { lorebook: next } = await parley.request(readLorebook, { id: book.id, after: last?.endCursor })
    if (next) setMore([...more, next.entries])
  })
  return (
    <section className="card form">
      <h2>{text.entries(book.entryCount)}</h2>
      <ul role="list" className="lines">
        {pages
          .flatMap((page) => page?.nodes ?? [])
          .map((entry) => (
            <EntryLine key={entry.id} entry={entry} onEdit={() => setEdited(entry)} />
          ))}
      </ul>
      <Failure error={load.error} />
      <div className="row">
        <Button onClick={() => setEdited('new')}>{text.addEntry}</Button>
        {last?.hasNextPage && (
          <Button disabled={load.isRunning} onClick={() => void load.run()}>
            {text.more}
          </Button>
        )}
      </div>
      {edited && (
        <EntryForm
          lorebookId={book.id}
          entry={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            setMore([])
            reload()
          }}
        />
      )}
    </section>
  )
}

function EntryLine({ entry, onEdit }: { readonly entry: LorebookEntryFragment; readonly onEdit: () => void }) {
  const text = useWords(words)
  const { name, keys, constant, enabled, position } = entry
  const shown = entryName(name, keys, text.unnamed)
  return (
    <li>
      <div>
        <p className="break" dir="auto">
          {shown} {!enabled && <span className="tag">{text.off}</span>}
        </p>
        <p className="quiet small break" dir="auto">
          {constant ? text.always : keys.join(', ')} · {text.positions[position]}
        </p>
      </div>
      <Button isSmall aria-label={text.editOne(shown)} onClick={onEdit}>
        {text.edit}
      </Button>
    </li>
  )
}

function BookNotes({ notes }: { readonly notes: NonNullable<OpenBook['notes']> }) {
  const text = useWords(words)
  if (notes.length === 0) return null
  return (
    <details className="card">
      <summary>
        {text.notes} ({notes.length})
      </summary>
      <ul>
        {notes.map(({ reason, entryName, field, detail }, index) => (
          <li key={index} className="break" dir="auto">
            {entryName ? `${entryName}: ` : ''}
            <code>{field}</code> {text.reasons[reason]}
            {detail !== null && ` (${detail})`}
          </li>
        ))}
      </ul>
    </details>
  )
}
