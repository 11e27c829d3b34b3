import type { RoomData } from '@parley/client'
import { myPersonas, roomPersona, setRoomPersona, type PersonaFragment } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Select } from '../../ui/forms/fields.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

/** Who the person is in its room. A choice is stored at once. */
export function RoomPersona({ room }: { readonly room: RoomData }) {
  const text = useWords(words)
  const parley = useParley()
  const { value, error, reload, set } = useLoaded(async (signal) => {
    const [{ myPersonas: own }, { room: chosen }] = await Promise.all([
      parley.request(myPersonas, {}, { signal }),
      parley.request(roomPersona, { id: room.id }, { signal }),
    ])
    return { personas: own?.nodes ?? [], id: chosen?.personaId ?? '' }
  })
  const choose = useAction(async (id: string) => {
    await parley.request(setRoomPersona, { roomId: room.id, personaId: id === '' ? null : id })
    if (value) set({ ...value, id })
  })
  const personas = value?.personas ?? []
  const usual = personas.find(({ isDefault }) => isDefault)
  const byDefault = usual ? personaLabel(usual, personas) : text.username
  return (
    <div className="field">
      <Select
        label={text.ofRoom}
        value={value?.id ?? ''}
        disabled={!value || choose.isRunning}
        onChange={({ currentTarget }) => void choose.run(currentTarget.value)}
      >
        <option value="">{room.__typename === 'ChatRoom' ? text.byDefault(byDefault) : text.noPersona}</option>
        {personas.map((persona) => (
          <option key={persona.id} value={persona.id}>
            {personaLabel(persona, personas)}
          </option>
        ))}
      </Select>
      <p className="hint">
        {text.ofRoomHint} <a href="#/settings/personas">{text.toSettings}</a>
      </p>
      <Failure error={error} retry={reload} />
      <Failure error={choose.error} />
    </div>
  )
}

const mostLetters = 40

/** The name; for one of several with the same name, the beginning of its description too. */
function personaLabel({ id, name, description }: PersonaFragment, all: readonly PersonaFragment[]): string {
  const line = description.trim().replaceAll(/\s+/g, ' ')
  if (line === '' || !all.some((other) => other.id !== id && other.name === name)) return name
  const letters = [...line]
  const start =
    letters.length > mostLetters
      ? `${letters
          .slice(0, mostLetters)
          .join('')
          .replace(/\s+\S*$/, '')}…`
      : line
  return `${name} – ${start}`
}
