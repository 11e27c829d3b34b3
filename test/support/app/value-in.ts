/** The value of a series in the text of `/metrics`; 0 for one that does not exist. */
export function valueIn(text: string, series: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1) ?? 0)
}
