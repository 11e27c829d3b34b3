import { readFileSync } from 'node:fs'

export interface FeedEntry {
  readonly index: number
  readonly version: number
  readonly inputData: string
}

export interface FeedGeneration {
  readonly id: string
  readonly status: string
  readonly text: string
}

export interface FeedState {
  readonly room: { readonly updatedAt: string; readonly name: string | null }
  readonly entries: readonly FeedEntry[]
  readonly hasOlderEntries: boolean
  readonly generations: readonly FeedGeneration[]
  readonly activeGeneration: FeedGeneration | null
}

/** An event in the form that clients receive. */
export type FeedEvent = { readonly __typename: string } & Readonly<Record<string, unknown>>

type Fold = (state: FeedState | null | undefined, event: FeedEvent) => FeedState | null

/** The fold in docs/room-feed.md. */
export const fold = await documentedFold()

async function documentedFold(): Promise<Fold> {
  const [, code] = /```js\n(.*?)```/s.exec(readFileSync('docs/room-feed.md', 'utf8')) ?? []
  if (code === undefined) throw new Error('docs/room-feed.md shows no fold')
  const { fold: documented } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { fold: Fold }
  return documented
}
