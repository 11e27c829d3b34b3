/** A fetch that notes the bodies that it has sent. */
export function countingFetch() {
  const bodies: { query?: string; documentId?: string; variables?: object }[] = []
  const noted: typeof fetch = (input, init) => {
    if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body) as (typeof bodies)[number])
    return fetch(input, init)
  }
  return { bodies, fetch: noted }
}
