import { useEffect, useState } from 'react'
import type { ParleyError } from '@parley/client'
import { errorOf } from '../../ui/feedback/page-fault.js'
import { characterTexts, type ListedCharacterFragment } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'

/** The first text of a character that people read, as it is stored. Null: it has none. */
export interface ReadText {
  /** Of the character when it was read. */
  readonly updatedAt: string
  readonly text: string | null
}

interface CharacterTexts {
  readonly texts: ReadonlyMap<string, ReadText>
  readonly error: ParleyError | null
  readonly retry: () => void
}

/** How many characters one request reads. */
const pageSize = 24

/** Whether an administrator can hide it, or show it again. */
export const hasCommand = ({ visibility, hiddenByAdmin }: ListedCharacterFragment) =>
  visibility === 'PUBLIC' || hiddenByAdmin

/** The texts of the listed characters that have a command. Those of other private characters are not read. */
export function useCharacterTexts(characters: readonly ListedCharacterFragment[]): CharacterTexts {
  const request = useRequest()
  const [texts, setTexts] = useState<ReadonlyMap<string, ReadText>>(new Map())
  const [error, setError] = useState<ParleyError | null>(null)
  const [turn, setTurn] = useState(0)
  const missing = characters
    .filter((character) => hasCommand(character) && texts.get(character.nodeId)?.updatedAt !== character.updatedAt)
    .slice(0, pageSize)
    .map(({ nodeId, updatedAt }) => `${nodeId} ${updatedAt}`)
    .join('\n')
  useEffect(() => {
    if (missing === '') return
    const end = new AbortController()
    const versions = missing.split('\n').map((version) => version.split(' '))
    const read = async () => {
      try {
        const nodeIds = versions.map(([nodeId = '']) => nodeId)
        const { nodes } = await request(characterTexts, { nodeIds }, { signal: end.signal })
        if (end.signal.aborted) return
        setError(null)
        setTexts((before) => {
          const all = new Map(before)
          for (const [index, [nodeId = '', updatedAt = '']] of versions.entries()) {
            const { source } = nodes?.[index] ?? {}
            const text = [source?.description, source?.greeting].find((each) => each?.trim()) ?? null
            all.set(nodeId, { updatedAt, text })
          }
          return all
        })
      } catch (reason) {
        if (end.signal.aborted) return
        const error = errorOf(reason)
        setError(error)
      }
    }
    void read()
    return () => end.abort()
  }, [request, missing, turn])
  return { texts, error: missing === '' ? null : error, retry: () => setTurn((before) => before + 1) }
}
