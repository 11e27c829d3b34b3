import { useState } from 'react'
import { serverPath } from '../navigation/server-url.js'

interface PortraitProps {
  readonly name: string
  readonly imageUrl?: string | null | undefined
  readonly size?: number
}

const tints = 6

/**
 * The address of an image that this server stores (contract: images.5). Images of other sites are not loaded, since these
 * would learn who looks at them.
 */
export function storedImage(imageUrl: string | null | undefined): string | undefined {
  const { pathname = '', searchParams } = (imageUrl ? URL.parse(imageUrl, location.origin) : null) ?? {}
  const id = searchParams?.get('id')
  // whatever path was before it when the address was stored
  return pathname.endsWith('/thumbnail') && id ? serverPath(`thumbnail?id=${encodeURIComponent(id)}`) : undefined
}

/** The picture of a character or an account; without one, and until it is loaded, the first letter of the name. */
export function Portrait({ name, imageUrl, size }: PortraitProps) {
  const [failed, setFailed] = useState<string>()
  const [loaded, setLoaded] = useState<string>()
  const address = storedImage(imageUrl)
  const [letter = '?'] = [...new Intl.Segmenter().segment(name.trim())].map(({ segment }) => segment)
  const tint = [...name].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973, 0) % tints
  const style = size === undefined ? undefined : { width: `${size}rem`, fontSize: `${size * 0.45}rem` }
  const isShown = address !== undefined && address === loaded
  return (
    // the letter is not a text: it is not copied, and not a part of the name of a link
    <span
      className={`portrait tint-${tint}`}
      style={style}
      aria-hidden="true"
      data-letter={isShown ? undefined : letter}
    >
      {address !== undefined && address !== failed && (
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={() => setLoaded(address)}
          onError={() => setFailed(address)}
        />
      )}
    </span>
  )
}
