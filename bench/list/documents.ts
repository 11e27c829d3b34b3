const fields = ['id', 'name', 'greeting', 'context', 'imageUrl', 'visibility', 'ownerId', 'createdAt']

/** As many as a front end has. All ask for the same, so that their answers differ in the order of fields at most. */
export const documents: readonly string[] = Array.from({ length: 100 }, (_, number) => {
  const first = number % fields.length
  const turned = [...fields.slice(first), ...fields.slice(0, first)]
  return `query Characters${number}($first: Int) {
  characters(first: $first) {
    nodes { ${turned.join(' ')} }
    pageInfo { hasNextPage endCursor }
  }
}`
})
export const variables = { first: 20 }

const setLike = `mutation SetLike($characterId: ID!, $liked: Boolean!) {
  setLike(characterId: $characterId, liked: $liked) { changed character { id } }
}`

/** The writes of a client: a like, and then its removal. */
export const writes = [true, false].map((liked) => ({ query: setLike, variables: { characterId: '1', liked } }))

const list = (first: number, nodes: string) => `characters(first: ${first}) { nodes { ${nodes} } }`
const times = (count: number, text: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => text(number)).join(' ')

/** What a server with the safety of Parley refuses, by the limit that it exceeds. */
export const refused: Readonly<Record<string, { readonly query: string; readonly variables?: object }>> = {
  aliases: { query: `{ ${times(16, (number) => `a${number}: ${list(1, 'id')}`)} }` },
  depth: { query: `{ ${list(1, `${'owner { characters(first: 1) { nodes { '.repeat(4)}id${' } } }'.repeat(4)}`)} }` },
  directives: {
    query: `{ ${times(8, (number) => `a${number}: ${list(1, fields.join(' @include(if: true) '))}`)} }`,
  },
  cost: { query: `{ ${times(8, (number) => `a${number}: ${list(100, fields.join(' '))}`)} }` },
  tokens: { query: `{ ${list(1, 'id '.repeat(2_001))} }` },
  name: { query: `query ${'n'.repeat(101)} { ${list(1, 'id')} }` },
  variables: {
    query: documents[0] ?? '',
    variables: { ...variables, more: JSON.parse('['.repeat(17) + ']'.repeat(17)) as unknown },
  },
}
