import { useId, useMemo, useState } from 'react'
import { useRooms } from '@parley/client/react'
import { Button } from '../../ui/forms/button.js'
import { Select, TextField } from '../../ui/forms/fields.js'
import { navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { Icon } from '../../ui/theme/icon.js'
import { words as roomWords } from '../rooms/words.js'
import { searchPath, type SearchFilter } from './search-path.js'
import { words } from './words.js'

const valueOf = (value: string) => (value === '' ? undefined : value)

/** The lengths of the periods that one choice is enough for. */
const days = { week: 7, month: 30 } as const
const isPeriod = (name: string): name is keyof typeof days => Object.hasOwn(days, name)
const dayMs = 86_400_000

/** A day of the reader, such as `2030-01-31`: Swedish has this format. */
const daysAgo = (count: number): string => new Date(Date.now() - count * dayMs).toLocaleDateString('sv')

function periodOf({ from, to }: SearchFilter): '' | 'week' | 'month' | 'custom' {
  if (from === undefined && to === undefined) return ''
  if (to === undefined && from === daysAgo(days.week)) return 'week'
  return to === undefined && from === daysAgo(days.month) ? 'month' : 'custom'
}

interface SearchFiltersProps {
  readonly query: string
  readonly filter: SearchFilter
}

/** With whom and when: the characters are those of the newest rooms. A phone shows them when it is asked to. */
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
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isCustom, setCustom] = useState(false)
  const period = isCustom ? 'custom' : periodOf(filter)
  const hasDays = filter.from !== undefined || filter.to !== undefined
  const used = [filter.partner !== undefined, hasDays].filter(Boolean).length
  return (
    <div className="search-more">
      <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {text.filters(used)}
        <Icon name="down" />
      </Button>
      <div id={id} className={isOpen ? 'search-filters open' : 'search-filters'}>
        {filter.roomId === undefined && (
          <Select
            label={text.with}
            value={filter.partner ?? ''}
            data-in-use={filter.partner !== undefined || undefined}
            onChange={({ currentTarget }) => change({ partner: valueOf(currentTarget.value) })}
          >
            <option value="">{text.withAll}</option>
            <option value="assistant">{assistant}</option>
            {characters.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {filter.partner !== undefined && !isKnown && <option value={filter.partner}>{text.withOther}</option>}
          </Select>
        )}
        <Select
          label={text.when}
          value={period}
          data-in-use={hasDays || undefined}
          onChange={({ currentTarget: { value } }) => {
            setCustom(value === 'custom')
            if (value !== 'custom') change({ from: isPeriod(value) ? daysAgo(days[value]) : undefined, to: undefined })
          }}
        >
          <option value="">{text.anyTime}</option>
          {(['week', 'month', 'custom'] as const).map((name) => (
            <option key={name} value={name}>
              {text.periods[name]}
            </option>
          ))}
        </Select>
        {period === 'custom' && <Days {...{ filter, change }} />}
        {used > 0 && (
          <Button
            icon="close"
            onClick={() => {
              setCustom(false)
              change({ partner: undefined, from: undefined, to: undefined })
            }}
          >
            {text.clearFilters}
          </Button>
        )}
      </div>
    </div>
  )
}

interface DaysProps {
  readonly filter: SearchFilter
  readonly change: (next: Partial<SearchFilter>) => void
}

/** The first and the last day. */
function Days({ filter, change }: DaysProps) {
  const text = useWords(words)
  return (
    <>
      <TextField
        label={text.from}
        type="date"
        value={filter.from ?? ''}
        data-in-use={filter.from !== undefined || undefined}
        max={filter.to}
        onChange={({ currentTarget }) => change({ from: valueOf(currentTarget.value) })}
      />
      <TextField
        label={text.to}
        type="date"
        value={filter.to ?? ''}
        data-in-use={filter.to !== undefined || undefined}
        min={filter.from}
        onChange={({ currentTarget }) => change({ to: valueOf(currentTarget.value) })}
      />
    </>
  )
}
