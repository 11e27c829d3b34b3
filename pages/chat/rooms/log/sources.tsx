import type { Entry } from '@parley/client'
import { useWords } from '../../../ui/text/catalogue.js'
import { FileSource } from '../../files/file-source.js'
import { usePlaceWords } from '../../files/use-place-words.js'
import { words } from './source-words.js'

type Source = Entry['sources'][number]

/** What the model was given to read for a reply, closed until it is opened. Its texts are of others, and are shown as texts. */
export function Sources({ sources }: Pick<Entry, 'sources'>) {
  const text = useWords(words)
  return (
    <details className="sources small">
      <summary className="quiet">{text.sources(sources.length)}</summary>
      <ol>
        {sources.map((source) => (
          <li key={source.number} value={source.number}>
            <SourceTitle source={source} />
            {source.passage !== null && (
              <p className="quiet" dir="auto">
                {source.passage}
              </p>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

function SourceTitle({ source }: { readonly source: Source }) {
  const { title, link, file } = source
  const place = usePlaceWords(source.place)
  const page = link === null ? null : pageOf(link)
  return (
    <>
      {file !== null ? (
        <FileSource source={source}>{title}</FileSource>
      ) : page ? (
        <a href={page.href} target="_blank" rel="noopener noreferrer nofollow ugc" dir="auto">
          {title}
        </a>
      ) : (
        <bdi>{title}</bdi>
      )}
      <span className="quiet"> {[page?.host, place].filter(Boolean).join(', ')}</span>
    </>
  )
}

/** Null unless a browser opens it as a page. */
function pageOf(link: string): URL | null {
  const url = URL.parse(link)
  return url && /^https?:$/.test(url.protocol) ? url : null
}
