import { holdsIn, lineFacts, type LineFact } from '../../rest-facade/contract/lines.js'
import { apiLines, limits, type ApiLine } from '../../src/limits.js'
import { writePage } from './write-page.mjs'

const page = 'docs/reference/lines.md'

const facts: readonly LineFact[] = Object.values(lineFacts)
const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`
const cellOf = (fact: LineFact, line: ApiLine) => (holdsIn(fact, line) ? fact.here : fact.elsewhere)

function tableOf(part: LineFact['part']): string {
  return [
    row('', ...apiLines),
    row('---', ...apiLines.map(() => '---')),
    ...facts
      .filter((fact) => fact.part === part)
      .map((fact) => row(fact.subject, ...apiLines.map((line) => cellOf(fact, line)))),
  ].join('\n')
}

function sectionOf(line: ApiLine): string {
  const items = facts.filter((fact) => holdsIn(fact, line)).map(({ subject, here }) => `- ${subject}: ${here}`)
  return items.length === 0 ? '' : `### ${line}\n\n${items.join('\n')}\n`
}

const alike = apiLines.filter((line) => !facts.some((fact) => holdsIn(fact, line)))

const text = `# Lines of the interface

<!-- Emitted from rest-facade/contract/lines.ts by \`npm run lines:emit\`. Do not edit. -->

The [contract](../contract/README.md) has the release lines ${apiLines.join(', ')}. \`API_LINE\` sets the one that the REST endpoints
keep to; unset it is \`1.1\`. ${alike.join(', ')} are the same. Accounts, characters, rooms and logs are the same ones in every line: a server can be
moved to another line by a restart.

## What differs

### Endpoints

${tableOf('endpoints')}

### Requests

${tableOf('requests')}

### Answers

${tableOf('answers')}

Wrapped is the standard response object: \`status\`, \`message\`, \`data\`, \`errors\`.

## Line by line

What a line has that the last one does not have:

${apiLines.map(sectionOf).join('\n')}

## What every line has

- Every other endpoint that a line documents: also \`/doclog/chat/...\` of 0.1, \`/doclog/character/create\` of 1.0, likes and
  \`/api/characters/my\`.
- Every name that a line has for a key of a body or a query: \`name\` and \`character_name\`, \`imageUrl\`, \`image_url\` and
  \`image\`, \`accessLevel\`, \`access_level\` and \`accesslevel\`, \`userId\` and \`userid\`.
- No membership is checked when a room is made.
- A new password has at least ${String(limits.passwordMinLength)} characters, and what an owner or an administrator alone may do needs a token.

A \`userid\` of an account that was registered in line 0.3 finds its characters in every line. One of digits alone is kept, but a
query of digits means the id of an account. A username or \`userid\` that another account has as either cannot be registered.

A registration without the two keys of the terms records no agreement. A client that sends one of the two
keys must send both.

An image is requested at \`IMAGE_HOST\` and at the host of \`PUBLIC_URL\` alone, with a HEAD request of 3 seconds at
most and follows no redirect. The chat-log service has to reach these hosts for that.

A \`user_id\` that is shorter than a line allows is 422, so a worker that asks for its history finds none.

GraphQL is the same in every line, but for one point: \`register\` needs \`eulaAgreed\` and \`privacyAgreed\` where the line does.
`

await writePage(page, text)
