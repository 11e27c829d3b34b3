import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { groups } from '../../src/config/settings.js'
import { writePage } from './write-page.mjs'

const page = 'docs/configuration.md'

interface Row {
  readonly name: string
  /** The default as an operator would write it; empty if there is none. */
  readonly value: string
  /** Absent if an earlier row has the same rule, as for several providers. */
  readonly description: string | undefined
}

const metadata = z.object({ description: z.string(), shown: z.string().default('') })
const described = new Set<z.ZodType>()

function rowOf([name, rule]: [string, z.ZodType]): Row {
  const { description, shown } = metadata.parse(rule.meta())
  const value = rule instanceof z.ZodPrefault ? z.string().parse(rule.def.defaultValue) : shown
  if (described.has(rule)) return { name, value, description: undefined }
  described.add(rule)
  return { name, value, description }
}

const sections = Object.entries(groups).map(([title, shape]) => ({
  title,
  rows: Object.entries<z.ZodType>(shape).map(rowOf),
}))

const code = (text: string) => `\`${text}\``
const line = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`
const cells = ({ name, value, description }: Row) =>
  description === undefined ? [] : line(code(name), value === '' ? 'unset' : code(value), description)
const tables = sections.map(
  ({ title, rows }) =>
    `## ${title}\n\n${[line('name', 'default', 'meaning'), line('---', '---', '---'), ...rows.flatMap(cells)].join('\n')}\n`,
)

const text = `# Configuration

<!-- Emitted from src/config/settings by \`npm run settings:emit\`. Do not edit. -->

For people who configure a server. Every setting is an environment variable, and every default works.
[.env.example](../.env.example) is a file to start from.

- The file \`.env\` in the working directory, or the file that \`ENV_FILE\` names, is read at the start of the server and of each
  command: a line \`NAME=value\` for a setting, with quotes around a value that has a \`#\` or spaces at its ends. Variables of the
  environment win, also empty ones. A line that cannot be read stops the start. The image has no such file, and Docker Compose uses
  \`.env\` for its own variables only: there settings are variables of the container.
- A value that cannot be used stops the start with exit code 78 and one sentence for every fault.
- A variable that is set to an empty text counts as unset.
- \`KOREAN_MODEL\` and \`ROLEPLAY_MODEL\` are refused without
  \`AI_LEGACY_PORT\`, because only requests to that port can name them.
- A variable whose name is close to one of these, or begins like one, does not stop the
  start: a warning in the log names it, and the setting that was probably meant.
- There are three [sign-in providers](sign-in.md#another-service), with the same settings: \`SOCIAL_A_...\`, \`SOCIAL_B_...\` and
  \`SOCIAL_C_...\`.

${tables.join('\n')}`

await writePage(page, text)

const width = 120

/** The lines of a comment; a link becomes its text and the path of its page. */
function comment(description: string): string {
  const plain = description.replace(
    /\[([^\]]+)\]\(([^)#]+)[^)]*\)/g,
    (_, words: string, path: string) => `${words} (${join('docs', path)})`,
  )
  const sentence = `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`
  const lines = ['#']
  for (const word of sentence.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last.length + 1 + word.length > width) lines.push(`# ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\n')
}

const setting = ({ name, value, description }: Row) =>
  `${description === undefined ? '' : `\n${comment(description)}\n`}#${name}=${value}\n`
const listed = sections.map(({ title, rows }) => `\n# --- ${title} ---\n${rows.map(setting).join('')}`)

writeFileSync(
  '.env.example',
  `# Every setting of this release with its default. A setting that is absent or empty has its default.
# Copy this file to .env, and remove the # of the lines you change: npm start and every command read it. Variables of the
# environment win. A value that has a # needs quotes.
# Emitted from src/config/settings by \`npm run settings:emit\`. Do not edit.
${listed.join('')}`,
)
