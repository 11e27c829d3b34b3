import { useRef, useState } from 'react'
import {
  createPersona,
  deletePersona,
  setDefaultPersona,
  updatePersona,
  type PersonaFragment,
} from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { FormFailure, useFaults } from '../../ui/forms/faults.js'
import { Checkbox, TextArea, TextField } from '../../ui/forms/fields.js'
import { PictureField, type PictureChoice } from '../../ui/forms/picture-field.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useRetryKey } from '../../ui/forms/use-retry-key.js'
import { UnsavedGuard } from '../../ui/navigation/unsaved-guard.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

interface PersonaFormProps {
  /** Undefined for a new one. */
  readonly persona: PersonaFragment | undefined
  readonly onClose: () => void
}

const fields = ['name', 'description', 'imageId']

/** Makes a persona, changes it or deletes it. */
export function PersonaForm({ persona, onClose }: PersonaFormProps) {
  const text = useWords(words)
  const parley = useParley()
  const announce = useAnnounce()
  const retryKey = useRetryKey()
  const form = useRef<HTMLFormElement>(null)
  const before = { name: persona?.name ?? '', description: persona?.description ?? '', isDefault: !!persona?.isDefault }
  const [draft, setDraft] = useState(before)
  const [picture, setPicture] = useState<PictureChoice>()
  const [isUploading, setUploading] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const change = (part: Partial<typeof before>) => setDraft({ ...draft, ...part })
  const name = draft.name.trim()
  const { description } = draft
  const hasMacro = /\{\{|\}\}/.test(name)
  const isChanged =
    name !== before.name ||
    description !== before.description ||
    draft.isDefault !== before.isDefault ||
    picture !== undefined
  const save = useAction(async () => {
    const input = { name, description, ...(picture !== undefined && { imageId: picture }) }
    const { id } = persona
      ? (await parley.request(updatePersona, { id: persona.id, input })).updatePersona.persona
      : (await parley.request(createPersona, { input: { ...input, idempotencyKey: retryKey.of(input) } })).createPersona
          .persona
    if (draft.isDefault !== before.isDefault)
      await parley.request(setDefaultPersona, { id: draft.isDefault ? id : null })
    announce(text.saved)
    onClose()
  })
  const faultOf = useFaults(save.error)
  const isOver = save.error?.code === 'CONFLICT'
  return (
    <>
      <div className="row">
        <Button isSmall icon="back" onClick={onClose}>
          {text.back}
        </Button>
      </div>
      <form ref={form} className="card form" onSubmit={submitted(() => void (hasMacro || save.run()))}>
        <h2 dir="auto">{persona?.name ?? text.newPersona}</h2>
        {isChanged && !save.isRunning && <UnsavedGuard />}
        {isOver ? (
          <Failure error={save.error} conflict={text.tooMany} />
        ) : (
          <FormFailure error={save.error} {...{ fields, form }} />
        )}
        <PictureField
          label={text.picture}
          name={name}
          imageUrl={persona?.imageUrl ?? null}
          choice={picture}
          onChoose={setPicture}
          onBusy={setUploading}
          fault={faultOf('imageId')}
        />
        <TextField
          label={text.name}
          hint={text.nameHint}
          value={draft.name}
          fault={hasMacro ? text.noMacros : faultOf('name')}
          maxLength={100}
          required
          // a name is more than white space
          pattern=".*\S.*"
          dir="auto"
          autoComplete="off"
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <TextArea
          label={text.description}
          hint={persona?.tokenCount ? text.descriptionCost(persona.tokenCount) : text.descriptionHint}
          value={description}
          fault={faultOf('description')}
          maxLength={4_000}
          rows={6}
          dir="auto"
          onChange={({ currentTarget }) => change({ description: currentTarget.value })}
        />
        <Checkbox
          label={text.useByDefault}
          checked={draft.isDefault}
          onChange={({ currentTarget }) => change({ isDefault: currentTarget.checked })}
        />
        <div className="row end apart">
          <Button kind="primary" type="submit" disabled={save.isRunning || isUploading || !isChanged}>
            {text.save}
          </Button>
          {persona && (
            <Button kind="danger" onClick={() => setDeleting(true)}>
              {text.remove}
            </Button>
          )}
        </div>
      </form>
      {isDeleting && persona && (
        <ConfirmDialog
          title={text.removeTitle}
          verb={text.remove}
          run={async () => {
            await parley.request(deletePersona, { id: persona.id })
            announce(text.removed)
            onClose()
          }}
          onClose={() => setDeleting(false)}
        >
          {text.removeLoss}
        </ConfirmDialog>
      )}
    </>
  )
}
