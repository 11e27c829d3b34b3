/** The path of a search. */
export const searchPath = (query: string, roomId?: string): string => {
  const variables = new URLSearchParams({
    ...(query !== '' && { q: query }),
    ...(roomId !== undefined && { room: roomId }),
  }).toString()
  return variables === '' ? '/search' : `/search?${variables}`
}
