import { useState } from 'react'
import { updateLorebook, type LorebookEntryFragment } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { Checkbox, Select, TextArea, TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

type Entry = Omit<LorebookEntryFragment, 'id'>

const blank: Entry = {
  ...{ name: '', keys: [], secondaryKeys: [], logic: 'AND_ANY', caseSensitive: false, wholeWords: true },
  ...{ constant: false, enabled: true, insertionOrder: 100, position: 'BEFORE_CHARACTER', depth: 4, role: 'SYSTEM' },
  content: '',
}
const linesOf = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

interface EntryFormProps {
  readonly lorebookId: string
  /** Undefined for a new one. */
  readonly entry: LorebookEntryFragment | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** The fields of an entry. */
export function EntryForm({ lorebookId, entry, onClose, onSaved }: EntryFormProps) {
  const text = useWords(words)
  const parley = useParley()
  const announce = useAnnounce()
  const [draft, setDraft] = useState<Entry>(entry ?? blank)
  const [keys, setKeys] = useState(draft.keys.join('\n'))
  const [secondaryKeys, setSecondaryKeys] = useState(draft.secondaryKeys.join('\n'))
  const set = (change: Partial<Entry>) => setDraft((last) => ({ ...last, ...change }))
  const change = useAction(async (input: object) => {
    await parley.request(updateLorebook, { id: lorebookId, input })
    announce(text.saved)
    onSaved()
  })
  const save = () => {
    const { name, logic, caseSensitive, wholeWords, constant, enabled } = draft
    const { insertionOrder, position, depth, role, content } = draft
    const fields = { name, logic, caseSensitive, wholeWords, constant, enabled, insertionOrder, position, depth, role }
    const changed = { ...fields, content, keys: linesOf(keys), secondaryKeys: linesOf(secondaryKeys) }
    return change.run({ entries: [entry ? { id: entry.id, ...changed } : changed] })
  }
  const checkbox = (field: 'enabled' | 'constant' | 'wholeWords' | 'caseSensitive') => (
    <Checkbox
      label={text[field]}
      checked={draft[field]}
      onChange={({ currentTarget }) => set({ [field]: currentTarget.checked })}
    />
  )
  return (
    <Dialog title={entry ? text.editEntry : text.addEntry} onClose={onClose}>
      <form className="form" onSubmit={submitted(() => void save())}>
        <TextField
          label={text.name}
          value={draft.name}
          maxLength={200}
          dir="auto"
          autoComplete="off"
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <TextArea
          label={text.keys}
          hint={text.keysHint}
          value={keys}
          rows={3}
          dir="auto"
          onChange={({ currentTarget }) => setKeys(currentTarget.value)}
        />
        <TextArea
          label={text.content}
          value={draft.content}
          rows={6}
          dir="auto"
          onChange={({ currentTarget }) => set({ content: currentTarget.value })}
        />
        <div className="choices form">
          {checkbox('enabled')}
          {checkbox('constant')}
          {checkbox('wholeWords')}
          {checkbox('caseSensitive')}
        </div>
        <TextArea
          label={text.secondaryKeys}
          hint={text.secondaryKeysHint}
          value={secondaryKeys}
          rows={2}
          dir="auto"
          onChange={({ currentTarget }) => setSecondaryKeys(currentTarget.value)}
        />
        {secondaryKeys.trim() !== '' && (
          <Select
            label={text.logic}
            value={draft.logic}
            onChange={({ currentTarget }) => set({ logic: optionOf(text.logics, currentTarget.value, draft.logic) })}
          >
            <Options texts={text.logics} />
          </Select>
        )}
        <Select
          label={text.position}
          value={draft.position}
          onChange={({ currentTarget }) =>
            set({ position: optionOf(text.positions, currentTarget.value, draft.position) })
          }
        >
          <Options texts={text.positions} />
        </Select>
        {draft.position === 'AT_DEPTH' && (
          <>
            <TextField
              label={text.depth}
              type="number"
              min={0}
              max={1_000}
              required
              value={draft.depth}
              onChange={({ currentTarget }) => set({ depth: Number(currentTarget.value) })}
            />
            <Select
              label={text.role}
              value={draft.role}
              onChange={({ currentTarget }) => set({ role: optionOf(text.roles, currentTarget.value, draft.role) })}
            >
              <Options texts={text.roles} />
            </Select>
          </>
        )}
        <TextField
          label={text.order}
          hint={text.orderHint}
          type="number"
          required
          value={draft.insertionOrder}
          onChange={({ currentTarget }) => set({ insertionOrder: Number(currentTarget.value) })}
        />
        <Failure error={change.error} />
        <div className="row end delete-first">
          {entry && (
            <Button
              kind="danger"
              disabled={change.isRunning}
              onClick={() => void change.run({ removedEntryIds: [entry.id] })}
            >
              {text.remove}
            </Button>
          )}
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="primary" type="submit" disabled={change.isRunning}>
            {text.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Options({ texts }: { readonly texts: Readonly<Record<string, string>> }) {
  return Object.entries(texts).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

function optionOf<Value extends string>(texts: Readonly<Record<Value, string>>, chosen: string, before: Value): Value {
  const known = (value: string): value is Value => value in texts
  return known(chosen) ? chosen : before
}
