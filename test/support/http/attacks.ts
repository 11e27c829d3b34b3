const input = (n: number) =>
  `{ username: "mass${n}", email: "mass${n}@example.com", password: "hunter2hunter2", eulaAgreed: true, privacyAgreed: true }`
const mass = Array.from({ length: 500 }, (_, n) => `a${n}: register(input: ${input(n)}) { account { id } }`)
/** A field of Mutation that would have a visible effect. */
export const registerOne = mass[0] ?? ''
const likes = Array.from({ length: 500 }, (_, n) => `a${n}: setLike(characterId: 1, liked: true) { changed }`)
const deep = `{ user(id: 1) { ${'characters(first: 1) { nodes { owner { '.repeat(5)} id ${'} } }'.repeat(5)} } }`
const wide = '{ myRooms(first: 100) { nodes { entries(first: 100) { nodes { id index inputData outputData } } } } }'

const chain = (length: number, spreads: number) =>
  Array.from({ length }, (_, n) => `fragment F${n} on Query { ${`...F${n + 1} `.repeat(spreads)} }`).join(' ')
const parts = Array.from({ length: 100 }, (_, n) => n)
/** Within all other bounds, but each needs a fifth of a second to validate. */
const tooMuch: readonly (readonly [name: string, query: string])[] = [
  ['one field 480 times', `{ ${'me { id } '.repeat(480)} }`],
  ['one field 21 times', `{ ${'me { id } '.repeat(21)} }`],
  ['one leaf 1,900 times', `{ me { ${'id '.repeat(1_900)} } }`],
  ['one field in 200 inline fragments', `{ ${'... { ... on Query { me { id } } } '.repeat(150)} }`],
  [
    'one field in 100 fragments',
    `{ ${parts.map((n) => `...F${n}`).join(' ')} } ${parts.map((n) => `fragment F${n} on Query { me { id } }`).join(' ')}`,
  ],
  ['20 fields of one name with 20 of another in each', `{ ${`me { ${'id '.repeat(20)} } `.repeat(20)} }`],
  ['many fields of one alias', `{ ${'a: me { id } '.repeat(21)} }`],
  ['a fragment that nobody spreads', `{ me { id } } fragment F on Account { ${'id '.repeat(480)} }`],
  ['fragments that double each other', `{ ...F0 } ${chain(150, 2)} fragment F150 on Query { me { id } }`],
  ['fragments that spread each other 60 times', `{ ...F0 } ${chain(3, 60)} fragment F3 on Query { me { id } }`],
  ['fragments that spread themselves', `{ ...F0 } ${chain(2, 2)} fragment F2 on Query { ...F0 }`],
]

/** Documents that every transport refuses before it runs anything, with the codes of the refusals. */
export const attacks: readonly (readonly [name: string, query: string, code: string, variables?: object])[] = [
  ['500 aliased mutations', `mutation { ${likes.join(' ')} }`, 'GRAPHQL_PARSE_FAILED'],
  ['16 aliases', `mutation { ${mass.slice(0, 16).join(' ')} }`, 'GRAPHQL_VALIDATION_FAILED'],
  [
    'aliases spread over fragments',
    `mutation { ...A ...B } fragment A on Mutation { ${mass.slice(0, 9).join(' ')} } fragment B on Mutation { ${mass.slice(9, 18).join(' ')} }`,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['depth', deep, 'GRAPHQL_VALIDATION_FAILED'],
  ['directives', `{ me { ${'id @include(if: true) '.repeat(51)} } }`, 'GRAPHQL_VALIDATION_FAILED'],
  ['tokens', `{ ${'me { id } '.repeat(700)} }`, 'GRAPHQL_PARSE_FAILED'],
  ...tooMuch.map(([name, query]) => [name, query, 'GRAPHQL_VALIDATION_FAILED'] as const),
  ['rows of rows', wide, 'BAD_USER_INPUT'],
  [
    'rows asked for by a variable',
    wide.replace('{ myRooms(first: 100)', 'query ($n: Int!) { myRooms(first: $n)'),
    'BAD_USER_INPUT',
    { n: 100 },
  ],
  ['an unknown field', '{ secrets }', 'GRAPHQL_VALIDATION_FAILED'],
  [
    'a literal of the wrong type',
    'mutation { login(input: { email: 1, password: "hunter2hunter2", x: "hunter2hunter2" }) { token } }',
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'a variable of the wrong type',
    'mutation ($i: LoginInput!) { login(input: $i) { token } }',
    'BAD_USER_INPUT',
    { i: { email: ['hunter2hunter2'], password: 'hunter2hunter2' } },
  ],
  [
    'a rule of an input',
    'mutation ($i: RegisterInput!) { register(input: $i) { account { id } } }',
    'BAD_USER_INPUT',
    { i: { username: 'x', email: 'hunter2hunter2', password: 'hunter2', eulaAgreed: true, privacyAgreed: true } },
  ],
  ['a broken document', 'mutation { login(input: "hunter2hunter2" "hunter2hunter2") }', 'GRAPHQL_PARSE_FAILED'],
]
