import type { Findings } from '../findings.js'
import type { EditorState } from '../writers/editor-state.js'
import type { Editor } from '../writers/editor.js'
import { patienceMs } from '../settle.js'

/** `mySessions` lists no more. */
const mostListed = 100
/** The generations that the check reads. */
const mostRead = 100

/**
 * After a kill and a start: what the editor knows must exist, its request in doubt wholly or not at all. The request is
 * then repeated, which must leave it done once.
 */
export async function checkEditor(editor: Editor, findings: Findings): Promise<void> {
  if (editor.roomId === '') return
  const found = await editor.settled()
  findings.expect('answers', found !== undefined, () => 'the room of the editor was not read')
  if (!found) return
  findings.expect('recovers', !found.isActive, () => `the reply of the editor is still active after ${patienceMs} ms`)
  if (found.isActive) return
  checkEntries(editor, found, findings)
  checkReplies(editor, found, findings)
  await checkSessions(editor, found, findings)
  if (!editor.doubt) return
  await editor.repeat()
  const after = await editor.settled()
  if (!after || after.isActive) return
  checkEntries(editor, after, findings)
  checkReplies(editor, after, findings)
}

function checkEntries({ entries, doubt, highest }: Editor, state: EditorState, findings: Findings): void {
  const found = new Map(state.entries.map(({ index, inputData }) => [index, inputData]))
  const details = () => `the editor's room has ${JSON.stringify([...found])}, not ${JSON.stringify([...entries])}`
  const missing = [...entries].filter(([index, message]) => found.get(index) !== message)
  const additional = [...found].filter(([index, message]) => entries.get(index) !== message)
  if (doubt?.kind === 'cut') {
    const cut = [...entries.keys()].filter((index) => index >= doubt.from)
    const isWhole = missing.length === 0 || missing.length === cut.length
    findings.expect('wholeOrNot', isWhole, () => `a cut from ${doubt.from}: ${details()}`)
    findings.expect(
      'survives',
      missing.every(([index]) => index >= doubt.from),
      details,
    )
  } else {
    findings.expect('survives', missing.length === 0, details)
  }
  const mayHave = doubt?.kind === 'save' ? doubt.message : undefined
  const isFine = additional.every(([index, message]) => message === mayHave && index > highest)
  findings.expect('wholeOrNot', isFine && additional.length <= 1, details)
}

/** Every completed regeneration is one alternative of its entry, unless that was cut, and every generation was counted once. */
function checkReplies({ regenerations, doubt }: Editor, state: EditorState, findings: Findings): void {
  const { generations, entries, messages } = state
  const details = () => JSON.stringify(state)
  const alternatives = entries.flatMap(({ index, alternatives: all }) => all.map((each) => ({ ...each, index })))
  for (const { id, status, text, entry } of generations) {
    const own = alternatives.filter(({ generationId }) => generationId === id)
    const isOne = own.length === 1 && own[0]?.outputData === text && own[0].index === entry?.index
    const isFine = status === 'COMPLETED' && entry ? isOne : own.length === 0
    findings.expect('replies', isFine, () => `generation ${id} has ${JSON.stringify(own)}: ${details()}`)
  }
  if (generations.length >= mostRead) return
  const most = regenerations + (doubt?.kind === 'regenerate' ? 1 : 0)
  const isKnown = generations.length >= regenerations && generations.length <= most
  findings.expect('idempotent', isKnown, () => `${regenerations} to ${most} regenerations: ${details()}`)
  // the count of a day begins at midnight
  const isOneDay = Date.parse(messages.resetsAt) - startedAt <= 86_400_000
  if (isOneDay) findings.expect('charged', messages.used === generations.length, details)
}

const startedAt = Date.now()

async function checkSessions(editor: Editor, state: EditorState, findings: Findings): Promise<void> {
  const { doubt, open, ended, person, lostSignIns } = editor
  const maybe = doubt?.kind === 'signOut' ? doubt.token : undefined
  for (const token of open) {
    if (token === maybe) continue
    findings.expect('sessions', await isValid(person, token), () => 'a session that nothing ended has ended')
  }
  for (const token of ended.slice(-5))
    findings.expect('sessions', !(await isValid(person, token)), () => 'a session that was signed out is valid')
  const certain = 1 + open.size - (maybe === undefined ? 0 : 1)
  const most = 1 + open.size + lostSignIns
  const isKnown = state.sessions >= Math.min(certain, mostListed) && state.sessions <= most
  findings.expect('sessions', isKnown, () => `${state.sessions} sessions, not ${certain} to ${most}`)
}

async function isValid({ url }: Editor['person'], token: string): Promise<boolean> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ me { id } }' }),
  })
  return (await response.text()).includes('"me":{')
}
