import { useMemo } from 'react'
import { useRooms } from '@parley/client/react'
import { Button } from '../../ui/forms/button.js'
import { Select, TextField } from '../../ui/forms/fields.js'
import { navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words as roomWords } from '../rooms/words.js'
import { searchPath, type SearchFilter } from './search-path.js'
import { words } from './words.js'

interface SearchFiltersProps {
  readonly query: string
  readonly filter: SearchFilter
}

/** With whom and when: the characters are those of the newest rooms. */
export function SearchFilters({ query, filter }: SearchFiltersProps) {
  const text = useWords(words)
  const { assistant } = useWords(roomWords)
  const [{ rooms }] = useRooms({ archived: null })
  const characters = useMemo(() => {
    const all = rooms.flatMap((room) => (room.__typename === 'ChatRoom' ? (room.character ?? []) : []))
    return [...new Map(all.map(({ id, name }) => [id, name]))].sort(([, one], [, other]) => one.localeCompare(other))
  }, [rooms])
  const isKnown = characters.some(([id]) => id === filter.partner) || filter.partner === 'assistant'
  const change = (next: Partial<SearchFilter>) => navigate(searchPath(query, { ...filter, ...next }), { replace: true })
  const valueOf = (value: string) => (value === '' ? undefined : value)
  const { partner, from, to } = filter
  return (
    <div className="search-filters">
      {filter.roomId === undefined && (
        <Select
          label={text.with}
          value={partner ?? ''}
          data-in-use={partner !== undefined || undefined}
          onChange={({ currentTarget }) => change({ partner: valueOf(currentTarget.value) })}
        >
          <option value="">{text.withAll}</option>
          <option value="assistant">{assistant}</option>
          {characters.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {partner !== undefined && !isKnown && <option value={partner}>{text.withOther}</option>}
        </Select>
      )}
      <TextField
        label={text.from}
        type="date"
        value={from ?? ''}
        data-in-use={from !== undefined || undefined}
        max={to}
        onChange={({ currentTarget }) => change({ from: valueOf(currentTarget.value) })}
      />
      <TextField
        label={text.to}
        type="date"
        value={to ?? ''}
        data-in-use={to !== undefined || undefined}
        min={from}
        onChange={({ currentTarget }) => change({ to: valueOf(currentTarget.value) })}
      />
      {(partner ?? from ?? to) !== undefined && (
        <Button icon="close" onClick={() => change({ partner: undefined, from: undefined, to: undefined })}>
          {text.clearFilters}
        </Button>
      )}
    </div>
  )
}
