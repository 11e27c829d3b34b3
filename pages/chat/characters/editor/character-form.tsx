import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useParley, useSession } from '@parley/client/react'
import { useAnnounce } from '../../../ui/feedback/announcer.js'
import { Button } from '../../../ui/forms/button.js'
import { FormFailure, useFaults } from '../../../ui/forms/faults.js'
import { Select, TextArea, TextField } from '../../../ui/forms/fields.js'
import { PictureField } from '../../../ui/forms/picture-field.js'
import { submitted } from '../../../ui/forms/submitted.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useRetryKey } from '../../../ui/forms/use-retry-key.js'
import { navigate } from '../../../ui/navigation/route.js'
import { UnsavedGuard } from '../../../ui/navigation/unsaved-guard.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { draftOf, inputOf, isSameDraft, modelTexts, shownTexts, texts, type CharacterDraft } from './character-draft.js'
import { CharacterCost } from './character-cost.js'
import { SaveButtons } from './save-buttons.js'
import type { OpenCharacter } from '../character-profile.js'
import { AuthorsNotes, FurtherGreetings, Nickname, noteFields } from './notes-fields.js'
import { words } from './words.js'
import { storedDraft } from './stored-draft.js'

const fields = ['name', ...texts.map(({ field }) => field), ...noteFields, 'tags', 'imageId']

const showCharacter = (id: string) => navigate(`/characters/${id}`, { replace: true })

interface CharacterFormProps {
  readonly character: OpenCharacter | undefined
  /** Of the test conversation: called with the id when the fields are stored, in place of leaving the editor. */
  readonly onStored?: ((id: string) => void) | undefined
  /** Further cards. */
  readonly children?: ReactNode
}

/** The fields of a character that exists, or of a new one. */
export function CharacterForm({ character, children, onStored }: CharacterFormProps) {
  const text = useWords(words)
  const parley = useParley()
  const announce = useAnnounce()
  const form = useRef<HTMLFormElement>(null)
  const [initial] = useState(() => draftOf(character))
  const { accountId } = useSession()
  const [stored] = useState(() => storedDraft(accountId ?? '', character?.id))
  const [draft, setDraft] = useState(() => stored.read(initial))
  const [savedId, setSavedId] = useState<string>()
  const leave = useRef(showCharacter)
  const [isUploading, setUploading] = useState(false)
  const set = (change: Partial<CharacterDraft>) => setDraft((last) => ({ ...last, ...change }))
  useEffect(() => {
    if (savedId === undefined) stored.write(draft, initial)
    else stored.remove()
  }, [stored, draft, initial, savedId])
  const retryKey = useRetryKey()
  const [refused, setRefused] = useState<CharacterDraft>()
  const save = useAction(async (change: Partial<CharacterDraft>, isTest: boolean) => {
    const sent = { ...draft, ...change }
    setRefused(sent)
    const input = inputOf(sent, initial, character === undefined)
    const saved = await (character
      ? parley.updateCharacter(character.id, input)
      : parley.createCharacter({ ...input, idempotencyKey: retryKey.of(input) }))
    announce(text.saved(saved.name))
    leave.current = isTest && onStored ? onStored : showCharacter
    setSavedId(saved.id)
  })
  const faultIn = useFaults(save.error)
  const faultOf = (field: keyof CharacterDraft) => (draft[field] === refused?.[field] ? faultIn(field) : null)
  useEffect(() => {
    // the guard of unsaved changes is gone by now
    if (savedId !== undefined) leave.current(savedId)
  }, [savedId])
  const areaOf = ({ field, label, hint, rows, ...rest }: (typeof texts)[number]) => (
    <TextArea
      key={field}
      label={text[label]}
      hint={text[hint]}
      fault={faultOf(field)}
      value={draft[field]}
      rows={rows}
      dir="auto"
      placeholder={'sample' in rest ? text[rest.sample] : undefined}
      onChange={({ currentTarget }) => set({ [field]: currentTarget.value })}
    />
  )
  return (
    <form ref={form} className="form character-form" onSubmit={submitted(() => void save.run({}, false))}>
      {savedId === undefined && !isSameDraft(draft, initial) && <UnsavedGuard onLeave={stored.remove} />}
      <FormFailure error={save.error} {...{ fields, form }} />
      <section className="card form">
        <div className="title-row">
          <h2>{text.identity}</h2>
          <span className="quiet small">{text.required}</span>
        </div>
        <PictureField
          label={text.picture}
          name={draft.name}
          imageUrl={character?.imageUrl ?? null}
          choice={draft.picture}
          onChoose={(picture) => set({ picture })}
          onBusy={setUploading}
          fault={faultIn('imageId')}
          isTile
        />
        <TextField
          label={text.name}
          value={draft.name}
          fault={faultOf('name')}
          maxLength={100}
          required
          dir="auto"
          autoComplete="off"
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <Nickname {...{ draft, set, faultIn }} />
      </section>
      <section className="card form">
        <h2>{text.peopleSee}</h2>
        {shownTexts.map(areaOf)}
        <FurtherGreetings {...{ draft, set, faultIn }} />
        <TextField
          label={text.tags}
          hint={text.tagsHint}
          value={draft.tags}
          fault={faultOf('tags')}
          dir="auto"
          autoComplete="off"
          onChange={({ currentTarget }) => set({ tags: currentTarget.value })}
        />
        <Select
          label={text.visibility}
          value={draft.isPublic ? 'public' : 'private'}
          onChange={({ currentTarget }) => set({ isPublic: currentTarget.value === 'public' })}
        >
          <option value="public">{text.public}</option>
          <option value="private">{text.private}</option>
        </Select>
      </section>
      <section className="card form">
        <h2>{text.modelReads}</h2>
        {modelTexts.map(areaOf)}
        <AuthorsNotes {...{ draft, set, faultIn }} />
        <CharacterCost draft={draft} />
      </section>
      {children}
      <div className="row end">
        <SaveButtons
          draft={draft}
          isNew={character === undefined}
          isDirty={!isSameDraft(draft, initial)}
          exit={character ? `/characters/${character.id}` : '/'}
          isBusy={save.isRunning || isUploading}
          save={(change, isTested) => void save.run(change, isTested)}
          openTest={() => navigate(`/characters/${character?.id ?? ''}/edit?test=1`)}
        />
        <Button kind="primary" type="submit" disabled={save.isRunning || isUploading}>
          {character ? text.save : draft.isPublic ? text.createPublic : text.create}
        </Button>
      </div>
    </form>
  )
}
