import type { Character } from '@parley/client'
import { Select } from '../../ui/forms/fields.js'
import { IconButton } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './gallery-extras-words.js'
import { galleryPath, type GalleryRoute } from './gallery-route.js'

interface GalleryExtrasProps {
  readonly route: GalleryRoute
  readonly characters: readonly Character[]
  readonly go: (change: Partial<GalleryRoute>) => void
}

const suggested = 8

/** The tags of the filter, with further ones of the characters that are shown, and which of the own characters are shown. */
export function GalleryExtras({ route, characters, go }: GalleryExtrasProps) {
  const text = useWords(words)
  const { tags, mine } = route
  if (mine === 'all' && characters.length === 0) return null
  if (mine)
    return (
      <div className="controls">
        <Select
          label={text.visibility}
          value={mine}
          onChange={({ currentTarget }) => go({ mine: currentTarget.value as typeof mine })}
        >
          {Object.entries(text.visibilities).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    )
  const further = tagsOf(characters, tags)
  return (
    <div className="tag-filter">
      <ul role="list" className="row" aria-label={text.tagFilter}>
        {tags.map((tag) => (
          <li key={tag} className="tag strong">
            <span dir="auto">{tag}</span>
            <IconButton
              isSmall
              icon="close"
              label={text.removeTag(tag)}
              onClick={() => go({ tags: tags.filter((other) => other !== tag) })}
            />
          </li>
        ))}
      </ul>
      {further.length > 0 && (
        <p className="row small quiet">
          {text.alsoTagged}
          {further.map((tag) => (
            <a
              key={tag}
              className="tag"
              dir="auto"
              aria-label={text.addTag(tag)}
              href={`#${galleryPath({ ...route, tags: [...tags, tag] })}`}
            >
              {tag}
            </a>
          ))}
        </p>
      )}
    </div>
  )
}

/** The most common tags of characters, without those of the filter. Tags that differ in case are one. */
function tagsOf(characters: readonly Character[], without: readonly string[]): string[] {
  const left = new Set(without.map((tag) => tag.toLowerCase()))
  const counts = new Map<string, { readonly tag: string; count: number }>()
  for (const tag of characters.flatMap(({ tags }) => tags)) {
    const key = tag.toLowerCase()
    if (left.has(key)) continue
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { tag, count: 1 })
  }
  return [...counts.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, suggested)
    .map(({ tag }) => tag)
}
