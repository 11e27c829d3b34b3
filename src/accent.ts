/** The shades of the colour that an operator has chosen, in the form `#4450c4`. Each is readable at its places (WCAG 2.2 AA). */
export interface Accent {
  /** Of links and buttons on the light page. */
  readonly light: string
  readonly dark: string
  /** Behind notices on the light page. */
  readonly softLight: string
  readonly softDark: string
}

/** For text of every size. */
const leastContrast = 4.5
const white = '#ffffff'
// of pages/ui/theme/tokens.css: where links and buttons are
const lightSurfaces = [white, '#f6f7fb']
const darkSurfaces = ['#12141c', '#1b1e29', '#242836']
const darkSurface = '#1b1e29'
const steps = 50

/** Why a colour cannot be read on the light page, where it is shown as it is; undefined if it can. */
export function accentFault(color: string): string | undefined {
  const contrast = leastOf(color, lightSurfaces)
  if (contrast >= leastContrast) return undefined
  const darker = firstShade(
    (share) => mixed(color, '#000000', share),
    (shade) => leastOf(shade, lightSurfaces) >= leastContrast,
  )
  return `has a contrast of ${contrast.toFixed(1)} : 1 with the light page, and needs ${String(leastContrast)} : 1: ${darker} has it`
}

/** The shades of a colour without a fault. Those of the dark page are lighter. */
export function accentOf(light: string): Accent {
  const dark = firstShade(
    (share) => lightened(light, share),
    (shade) => leastOf(shade, darkSurfaces) >= leastContrast,
  )
  return {
    light,
    dark,
    softLight: softOf(light, white, 0.13),
    softDark: softOf(dark, darkSurface, 0.22),
  }
}

/** The first of the shades from 0 to 1 that is accepted; at 1 each is. */
function firstShade(shadeAt: (share: number) => string, isAccepted: (shade: string) => boolean): string {
  const shades = Array.from({ length: steps }, (_, step) => shadeAt(step / steps))
  return shades.find(isAccepted) ?? shadeAt(1)
}

/** A surface with as much of a colour as leaves the colour readable on it. */
function softOf(color: string, surface: string, most: number): string {
  const start = mixed(surface, color, most)
  return firstShade(
    (share) => mixed(start, surface, share),
    (shade) => contrastOf(color, shade) >= leastContrast,
  )
}

function mixed(color: string, other: string, share: number): string {
  const others = partsOf(other)
  return hexOf(partsOf(color).map((part, at) => part + ((others[at] ?? 0) - part) * share))
}

const hexOf = (parts: readonly number[]): string =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** A lighter colour of the same hue and saturation; white at 1. Mixed with white it would look grey. */
function lightened(color: string, share: number): string {
  const parts = partsOf(color).map((part) => part / 255)
  const lightness = (Math.max(...parts) + Math.min(...parts)) / 2
  const lighter = lightness + (1 - lightness) * share
  const room = (level: number) => 1 - Math.abs(2 * level - 1)
  const scale = room(lightness) === 0 ? 0 : room(lighter) / room(lightness)
  return hexOf(parts.map((part) => (lighter + (part - lightness) * scale) * 255))
}

const leastOf = (color: string, surfaces: readonly string[]): number =>
  Math.min(...surfaces.map((surface) => contrastOf(color, surface)))

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const partsOf = (color: string): readonly number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
