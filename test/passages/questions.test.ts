import { describe, expect, it } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { DocumentReader } from '@parley/documents'
import { unpackedNumbers } from '../../src/passages/packed-numbers.js'
import { passageTerms } from '../../src/passages/passage-terms.js'
import { passagesOf } from '../../src/passages/passages-of.js'
import { bucketOf, postingsIn, PostingsWriter } from '../../src/passages/postings.js'
import { rankPassages } from '../../src/passages/rank-passages.js'

interface Question {
  readonly document: string
  readonly question: string
  /** A part of the passage that answers it. */
  readonly quote: string
  /** Whether the question has words of the passage. */
  readonly ownWords: boolean
}

const folder = new URL('../fixtures/passages/', import.meta.url)
const questions = JSON.parse(readFileSync(new URL('questions.json', folder), 'utf8')) as readonly Question[]
const withoutLines = (text: string) => text.replace(/\s+/g, ' ')

async function indexedDocuments() {
  const reader = new DocumentReader({ waiting: 64 })
  const documents = new URL('documents/', folder)
  const indexed = []
  for (const name of readdirSync(documents).sort()) {
    const source = { name, caller: 'reader' }
    const { blocks } = await reader.readDocument(new URL(name, documents).pathname, source, AbortSignal.timeout(60_000))
    const texts = [...passagesOf(blocks)].map(({ text }) => withoutLines(text))
    const postings = new PostingsWriter()
    for (const text of texts) postings.add(passageTerms(text))
    indexed.push({ name, texts, lengths: unpackedNumbers(postings.lengths), buckets: postings.buckets() })
  }
  return indexed
}

describe('100 questions over 30 documents in three formats', () => {
  it('have their passage among the first five when they have words of it', async () => {
    const documents = await indexedDocuments()
    const rankOf = ({ document, question, quote }: Question) => {
      const terms = [...new Set(passageTerms(question))]
      const files = documents.map(({ lengths, buckets }) => ({
        lengths,
        postings: terms.map((term) => postingsIn(buckets[bucketOf(term, buckets.length)] ?? '', term)),
      }))
      return rankPassages(files, 5).findIndex(({ file, ordinal }) => {
        const found = documents[file]
        return found?.name === document && found.texts[ordinal]?.includes(withoutLines(quote)) === true
      })
    }
    for (const { document, quote } of questions) {
      const texts = documents.find(({ name }) => name === document)?.texts ?? []
      expect(texts.filter((text) => text.includes(withoutLines(quote)))).toHaveLength(1)
    }
    const asked = questions.filter(({ ownWords }) => ownWords)
    const missed = asked.filter((question) => rankOf(question) === -1)
    expect(missed.length / asked.length).toBeLessThanOrEqual(0.15)
  }, 300_000)
})
