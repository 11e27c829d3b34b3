import { useFormats } from '../../ui/text/dates.js'

interface DayBarsProps {
  /** A day such as `2030-01-31`, in UTC, is absent without a value. */
  readonly rows: readonly { readonly date: string; readonly series: string; readonly value: number }[]
  /** What the bars say together. */
  readonly label: string
  /** The headings of the table, and the name of what opens it. */
  readonly words: { readonly day: string; readonly series: string; readonly value: string; readonly table: string }
}

const dayMs = 86_400_000
const dayCount = 30
/** The series with the most, each with its own colour; the others share one. */
const colourCount = 5

/** A bar for each of the last 30 days, divided by series, and the same numbers as a table. */
export function DayBars({ rows, label, words }: DayBarsProps) {
  const { day: date, number } = useFormats()
  const sums = new Map<string, number>()
  for (const { series, value } of rows) sums.set(series, (sums.get(series) ?? 0) + value)
  const series = [...sums].sort(([, one], [, other]) => other - one).map(([name]) => name)
  const colourOf = (name: string) => `series-${String(Math.min(series.indexOf(name), colourCount))}`
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const days = Array.from({ length: dayCount }, (_, index) => {
    const day = new Date(today - (dayCount - 1 - index) * dayMs).toISOString().slice(0, 10)
    const parts = rows
      .filter((row) => row.date === day && row.value > 0)
      .sort((one, other) => series.indexOf(one.series) - series.indexOf(other.series))
    return { day, parts, sum: parts.reduce((sum, { value }) => sum + value, 0) }
  })
  // an even number: the middle of the axis has none without a fraction otherwise
  const top = 2 * Math.ceil(Math.max(1, ...days.map(({ sum }) => sum)) / 2)
  return (
    <div className="day-bars">
      <p className="small">{label}</p>
      <ul role="list" className="axis quiet small" aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <li key={value}>{number(value)}</li>
        ))}
      </ul>
      <div className="bars" role="img" aria-label={label}>
        {days.map(({ day, parts, sum }) => (
          <div
            key={day}
            className="bar"
            title={[date(day), ...parts.map((part) => `${part.series}: ${number(part.value)}`)].join('\n')}
          >
            <div className="stack" style={{ height: `${String((100 * sum) / top)}%` }}>
              {parts.map((part) => (
                <span key={part.series} className={colourOf(part.series)} style={{ flexGrow: part.value }} />
              ))}
            </div>
          </div>
        ))}
      </div>
      <p className="row heading ends quiet small">
        <span>{date(days[0]?.day ?? '')}</span>
        <span>{date(days.at(-1)?.day ?? '')}</span>
      </p>
      <ul role="list" className="row legend small">
        {series.map((name) => (
          <li key={name}>
            <span className={colourOf(name)} />
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <details>
        <summary className="small">{words.table}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              <th scope="col">{words.series}</th>
              <th scope="col" className="numeric">
                {words.value}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map((row) => (
              <tr key={`${row.date} ${row.series}`}>
                <td>{date(row.date)}</td>
                <td>
                  <bdi>{row.series}</bdi>
                </td>
                <td className="numeric">{number(row.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
