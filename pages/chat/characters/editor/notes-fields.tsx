import { Button, IconButton } from '../../../ui/forms/button.js'
import { Select, TextArea, TextField } from '../../../ui/forms/fields.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { type CharacterDraft, noteTexts } from './character-draft.js'
import { words } from './notes-words.js'

interface NotesFieldsProps {
  readonly draft: CharacterDraft
  readonly set: (change: Partial<CharacterDraft>) => void
  /** What the server finds wrong with a field. */
  readonly faultIn: (field: string) => string | null
}

const mostGreetings = 100

/** The fields of the input that these parts have. */
export const noteFields = ['nickname', 'alternateGreetings', ...noteTexts, 'depthNote'] as const

export function Nickname({ draft, set, faultIn }: NotesFieldsProps) {
  const text = useWords(words)
  return (
    <TextField
      label={text.nickname}
      hint={text.nicknameHint}
      value={draft.nickname}
      fault={faultIn('nickname')}
      maxLength={100}
      dir="auto"
      autoComplete="off"
      onChange={({ currentTarget }) => set({ nickname: currentTarget.value })}
    />
  )
}

/** The greetings besides the first one. */
export function FurtherGreetings({ draft: { alternateGreetings: greetings }, set, faultIn }: NotesFieldsProps) {
  const text = useWords(words)
  const change = (alternateGreetings: readonly string[]) => set({ alternateGreetings })
  const fault = faultIn('alternateGreetings')
  return (
    <details open={fault ? true : undefined}>
      <summary>
        {text.greetings} {greetings.length > 0 && `(${greetings.length})`}
      </summary>
      <div className="form">
        <p className="quiet small">{text.greetingsHint}</p>
        {greetings.map((greeting, index) => (
          <div key={index} className="further-greeting">
            <TextArea
              label={text.greeting(index + 2)}
              value={greeting}
              rows={3}
              dir="auto"
              onChange={({ currentTarget }) => change(greetings.with(index, currentTarget.value))}
            />
            <IconButton
              icon="close"
              label={text.remove(index + 2)}
              onClick={() => change(greetings.filter((_, other) => other !== index))}
            />
          </div>
        ))}
        {fault && <p className="fault">{fault}</p>}
        <div className="row">
          <Button disabled={greetings.length >= mostGreetings} onClick={() => change([...greetings, ''])}>
            {text.add}
          </Button>
        </div>
      </div>
    </details>
  )
}

/** What only the author and the model read. */
export function AuthorsNotes({ draft, set, faultIn }: NotesFieldsProps) {
  const text = useWords(words)
  const hints = { systemPrompt: text.systemPromptHint, postHistoryInstructions: text.postHistoryHint }
  const { noteText, noteDepth, noteRole } = draft
  const isFaulty = [...noteTexts, 'depthNote'].some(faultIn)
  return (
    <details open={isFaulty ? true : undefined}>
      <summary>{text.notes}</summary>
      <div className="form">
        <p className="quiet small">{text.notesHint}</p>
        {noteTexts.map((field) => (
          <TextArea
            key={field}
            label={text[field]}
            hint={hints[field]}
            value={draft[field]}
            fault={faultIn(field)}
            rows={4}
            dir="auto"
            onChange={({ currentTarget }) => set({ [field]: currentTarget.value })}
          />
        ))}
        <TextArea
          label={text.note}
          hint={text.noteHint}
          value={noteText}
          fault={faultIn('depthNote')}
          rows={3}
          dir="auto"
          onChange={({ currentTarget }) => set({ noteText: currentTarget.value })}
        />
        {noteText.trim() !== '' && (
          <>
            <TextField
              label={text.depth}
              type="number"
              min={0}
              max={1_000_000_000}
              required
              value={noteDepth}
              onChange={({ currentTarget }) => set({ noteDepth: Number(currentTarget.value) })}
            />
            <Select
              label={text.role}
              value={noteRole}
              onChange={({ currentTarget }) => set({ noteRole: roleOf(currentTarget.value) })}
            >
              {roles.map((role) => (
                <option key={role} value={role}>
                  {text.roles[role]}
                </option>
              ))}
            </Select>
          </>
        )}
        <p className="quiet small">{text.placeholderHint}</p>
      </div>
    </details>
  )
}

const roles = ['SYSTEM', 'USER', 'ASSISTANT'] as const

const roleOf = (value: string) => roles.find((role) => role === value) ?? 'SYSTEM'
