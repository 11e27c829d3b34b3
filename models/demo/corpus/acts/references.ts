import { formatReferences } from '../../../../ai-workers/prompts/references.js'
import { asked } from '../asking.js'
import { withArticles } from '../attribute.js'
import type { Draw, Phrasings } from '../draw.js'
import type { Act, Exchange } from '../exchange.js'
import { linkTo } from '../links.js'
import { capital } from '../words/names.js'
import { places } from '../words/places.js'
import { anyRefusal, refusals } from '../words/refusals.js'
import type { Saying, SubjectKind } from '../subject.js'
import { works } from '../words/works.js'

interface Topic {
  readonly name: string
  readonly link: string
  readonly told: readonly { readonly saying: Saying; readonly sentence: string; readonly value: string }[]
}

const subjectKinds = [...places, ...works]
const sites = [
  'Encyclopedia',
  'News',
  'Travel guide',
  'Official site',
  'Blog',
  'Facts',
  'Wiki',
  'Daily',
  'Archive',
  'Portal',
  'Review',
]
const fillers = [
  'Read more on our page.',
  'Many visitors come every year.',
  'Find out everything about it here.',
  'See pictures and maps.',
  'It is known far beyond its region.',
  'Last updated this week.',
  'Reviews, photos and more.',
  'Subscribe to our letter for more.',
  'This page is part of a series.',
]

/** A question that one of the pages answers: the reply is its sentence with the link of that page. */
export const askPage: Act = ({ self }, draw) => {
  if (self.kind !== 'office') return undefined
  const topics = drawTopics(draw)
  return askOne(topics, pages(topics, draw), draw)
}

/** The same with pages of one sentence each: mainly the question which link belongs to which sentence. */
export const askBriefPage: Act = ({ self }, draw) => {
  if (self.kind !== 'office') return undefined
  const topics = Array.from({ length: draw.whole(2, 4) }, () => drawTopic(draw, draw.one(subjectKinds), 1))
  const found = topics.map(({ name, told, link }) => ({
    title: titleOf(name, draw),
    snippet: told.map(({ sentence }) => sentence).join(' '),
    link,
  }))
  return askOne(topics, formatReferences(found), draw)
}

function askOne(topics: readonly Topic[], references: string, draw: Draw): Exchange {
  const topic = draw.one(topics)
  const fact = draw.one(topic.told)
  return {
    skill: 'reference',
    message: questionOn(topic, fact.saying, draw),
    references,
    reply: `${fact.sentence} Source: ${topic.link}`,
    expected: [[fact.value], [topic.link]],
    isOfTheMoment: true,
  }
}

/** A question that no page answers, or a question without pages. */
export const askBesidePages: Act = ({ self }, draw) => {
  if (self.kind !== 'office') return undefined
  const missing = drawTopic(draw, draw.one(subjectKinds))
  const message = questionOn(missing, draw.one(missing.told).saying, draw)
  const found = draw.chance(0.5)
    ? { references: pages(drawTopics(draw), draw), reply: refusals.notInPages }
    : { reply: refusals.noPages }
  return { skill: 'limits', message, ...found, expected: anyRefusal, isOfTheMoment: true }
}

/** Search results for a message that needed none. */
export function strayPages(draw: Draw): string {
  return pages(drawTopics(draw), draw)
}

function questionOn(topic: Topic, { asks }: Saying, draw: Draw): string {
  const named = (texts: readonly string[]) => texts.map((text) => text.replaceAll('{s}', topic.name))
  const phrasings: Phrasings = { training: named(asks.training), heldOut: named(asks.heldOut) }
  return asked(draw, phrasings)
}

function drawTopics(draw: Draw): Topic[] {
  const count = draw.chance(0.9) ? draw.whole(1, 4) : draw.whole(5, 10)
  const first = draw.one(subjectKinds)
  return Array.from({ length: count }, () => drawTopic(draw, draw.chance(0.5) ? first : draw.one(subjectKinds)))
}

function drawTopic(draw: Draw, kind: SubjectKind, sayings = draw.whole(1, 3)): Topic {
  const name = draw.own(() => kind.name(draw))
  const told = draw.some(kind.sayings, sayings).map((saying) => {
    const value = saying.value(draw)
    return {
      saying,
      value,
      sentence: `${capital(withArticles(draw.expand(saying.says).replaceAll('{s}', name).replaceAll('{v}', value)))}.`,
    }
  })
  return { name, told, link: linkTo(name, draw) }
}

function pages(topics: readonly Topic[], draw: Draw): string {
  return formatReferences(
    topics.map(({ name, told, link }) => {
      const fill = draw.some(fillers, draw.whole(0, 2))
      const sentences = told.map(({ sentence }) => sentence)
      const snippet = draw.chance(0.5) ? [...fill, ...sentences] : [...sentences, ...fill]
      return { title: titleOf(name, draw), snippet: snippet.join(' ') + draw.one(['', '', ' ...']), link }
    }),
  )
}

function titleOf(name: string, draw: Draw): string {
  const bare = capital(name.replace(/^the /, ''))
  const site = draw.one(sites)
  return draw.one([
    bare,
    `${bare} - ${site}`,
    `${bare} | ${site}`,
    `About ${name}`,
    `${site}: ${bare}`,
    `${bare}: history and facts`,
  ])
}
