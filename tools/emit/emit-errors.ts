import { boundFaults, invalidBodyError, multipartLimits, plainFaults, restErrors, valueFaults } from '@parley/edge'
import { errorCodes, faultRules, maxFaults } from '@parley/runtime'
import { documentCodes } from '../../resolvers/pipeline/document-codes.js'
import { generationErrors } from '../../resolvers/replies/generation-errors.js'
import { maxErrors } from '../../resolvers/pipeline/pipeline.js'
import { socketLimits } from '../../resolvers/sockets/socket-backpressure.js'
import { cardRefusals } from '../../src/characters/cards/card-fault.js'
import { bookRefusals } from '../../src/lorebooks/book-file.js'
import { writePage } from './write-page.mjs'

const page = 'docs/reference/errors.md'

const code = (word: string) => `\`${word}\``
const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly string[]) =>
  [row(...head), row(...head.map(() => '---')), ...rows].join('\n')

const graphqlCodes = table(
  ['code', 'when', 'beside the code'],
  [
    ...Object.entries(errorCodes).map(([name, { when, beside }]) => row(code(name), when, beside.map(code).join(', '))),
    ...Object.entries(documentCodes).map(([name, when]) => row(code(name), when, '')),
  ],
)

const rules = table(
  ['rule', 'the value'],
  Object.entries(faultRules).map(([name, meaning]) => row(code(name), meaning)),
)

const reasonsOf = (refusals: Readonly<Record<string, string>>) =>
  table(
    ['reason', 'the file'],
    Object.entries(refusals).map(([name, meaning]) => row(code(name), meaning)),
  )
const cardReasons = reasonsOf(cardRefusals)
const bookReasons = reasonsOf(bookRefusals)

const failures = table(
  ['code', 'message'],
  Object.entries(generationErrors).map(([name, message]) => row(code(name), message)),
)

const restRows = [
  ...Object.values(restErrors).map((error) => ({ ...error, detail: code(error.detail) })),
  { ...invalidBodyError, detail: 'a list of faults' },
]
const answers = table(
  ['status', '`detail`', 'from'],
  restRows
    .toSorted((one, other) => one.status - other.status)
    .flatMap(({ status, detail, from }) => from.map((source) => row(String(status), detail, source))),
)

const faultTypes = table(
  ['`type`', 'the value'],
  Object.entries({ ...plainFaults, ...boundFaults, ...valueFaults }).map(([name, { value }]) => row(code(name), value)),
)

const text = `# Errors

<!-- Emitted from the tables of the code by \`npm run errors:emit\`. Do not edit. -->

## GraphQL

A failure is an item of \`errors[]\`. \`extensions.code\` is one of these:

${graphqlCodes}

\`fields\` is a list of \`{ path, rule, limit, message, reason, detail }\`. \`path\` begins at the argument or at the variable. \`limit\` is
there when a bound was crossed, and \`reason\` for the file of a card or a lorebook. \`part\` is \`store\` or \`model\`. \`retryAfterMs\` accompanies \`UNAVAILABLE\` only when a
time is known. Of \`RATE_LIMITED\`, \`limit\` is \`{ name, max, used, resetsAt }\` where it is a limit of the membership
or of an API key (docs/reference/limits.md); \`name\` is \`messages\`, \`tokens\` or \`concurrentGenerations\`, and the last
has no \`resetsAt\`.

${rules}

\`reason\` says why the file of a card is refused. \`detail\` is there where it is mentioned.

${cardReasons}

And why that of a lorebook is refused:

${bookReasons}

A query for one thing answers \`null\` instead of \`NOT_FOUND\` or \`UNAUTHENTICATED\`. Mutations and subscriptions raise. No
message repeats a value that was sent. A variable or a literal of another type is refused with the place of the value and the type that is
expected there: \`Variable "$input" got invalid value at "input.roomId"; Expected type "ID!".\` A name of the document or a key of a variable is repeated with at most 100 characters. An answer lists at most
${String(maxFaults)} faults of a request, and at most ${String(maxErrors)} errors of an operation that was executed. Nothing internal (stack, SQL, host, path) reaches a client.

Over HTTP the status is 200 when the operation was executed, even with errors. When nothing was executed it is 400, or
500 for \`INTERNAL_SERVER_ERROR\`, or 503 for \`UNAVAILABLE\`. A mutation by GET is 405, a body that is too large 413, one in a
charset or encoding that is not read 415, each with \`BAD_REQUEST\`. What the HTTP edge refuses before it knows the path has
the REST form below.

A socket has at most ${String(socketLimits.operations)} operations in flight, subscriptions included; one more is answered with an \`error\` message
of its own, \`RATE_LIMITED\`, and the others go on. So is a subscription beyond those that the
account, or the address of a client without one, may have on all its sockets and streams ([bounds](bounds.md#connections)). ${String(socketLimits.atOnce)} of them run at once, the rest wait. While a client has more than
${String(socketLimits.unsentBytes / 1_048_576)} MiB still to read, nothing more is read from it or run for it, and after ${String(socketLimits.drainMs / 1_000)} s its socket is closed with 1013. A server that
stops closes with 1012. After either, connect again and resume subscriptions with their cursors. All close
codes are in [sessions.md](../sessions.md).

A failed generation is not a GraphQL error. It has the status \`FAILED\` and an \`error\` with one of these codes:

${failures}

## REST

Every error body is \`{"detail": ...}\`, with a \`message\` for people where it helps. Under \`/v1\` it is
\`{"error": {"message", "type", "param", "code"}}\` with the same statuses, but for 422, which is 400 there.

${answers}

A form (\`multipart/form-data\`) has at most 6 MiB, one file where the endpoint accepts one, and ${String(multipartLimits.fields)} text fields with names of
at most 100 bytes without brackets and values of at most 1 MiB. Its fields are read like the keys of a JSON body. A file
that is not an image, or is too large, is 400 with a \`message\`; so is a form past 6 MiB at \`/images\` and where the file
is a \`profileImage\`.

Refusals come in this order: method, token, body, then what exists and who may use it.

### The 422 body

\`\`\`json
{
  "detail": [{ "location": ["body", "user_id"], "message": "${plainFaults.missing.message}", "type": "missing" }],
  "message": "Input data validation failed"
}
\`\`\`

The first ${String(maxFaults)} faulty values are listed, each with one fault. \`location\` begins with \`body\`, \`query\`, \`path\` or \`header\`, then come keys or
indexes by the names that were sent.

${faultTypes}

The file of a card or a lorebook also has the \`reason\` and \`detail\` of [GraphQL](#graphql).
`

await writePage(page, text)
