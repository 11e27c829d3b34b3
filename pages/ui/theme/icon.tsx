import type { lateIcons } from './late-icons.js'

/** Paths in a square of 24 units, drawn as lines. */
const paths = {
  add: 'M12 5v14M5 12h14',
  archive: 'M4 8h16v11H4zM3 4h18v4H3zM10 12h4',
  attach: 'M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.5 3.5 0 0 1 5 5l-8.5 8.5a2 2 0 0 1-3-3L14 7',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  console: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  delete: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  down: 'M6 9l6 6 6-6',
  download: 'M12 4v11M7 10l5 5 5-5M5 15v5h14v-5',
  edit: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  eye: 'M3 12s3-6.5 9-6.5 9 6.5 9 6.5-3 6.5-9 6.5S3 12 3 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  heart: 'M12 20S4 15 4 9.5A4 4 0 0 1 12 8a4 4 0 0 1 8 1.5C20 15 12 20 12 20z',
  hidden: 'M4 4l16 16M9.5 5.5A9 9 0 0 1 21 12a14 14 0 0 1-3 3.8M6.2 7.5A14 14 0 0 0 3 12s3 6.5 9 6.5a9 9 0 0 0 3.6-.7',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M9 9.5a1 1 0 1 0-2 0 1 1 0 0 0 2 0z',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.5h.01',
  keyboard: 'M3 6h18v12H3zM7 10h.01M12 10h.01M17 10h.01M8 14h8',
  light:
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  list: 'M4 6h16M4 12h16M4 18h16',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  person: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 21a7.5 7.5 0 0 1 15 0',
  pin: 'M9 4h6l-1 6 4 3v2H6v-2l4-3zM12 15v6',
  refresh: 'M20 12a8 8 0 1 1-2.3-5.6M20 4v4h-4',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L21 21',
  send: 'M4 12l16-8-5 16-3-7z',
  settings:
    'M4 7h9M18 7h2M4 17h2M11 17h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.5 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  signOut: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  share: 'M12 15V3M8 7l4-4 4 4M5 12v8h14v-8',
  stop: 'M6 6h12v12H6z',
  web: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
} as const
export type IconName = keyof typeof paths | keyof typeof lateIcons

const shown: Partial<Record<IconName, string>> = { ...paths }

/** Adds icons that are loaded later than the others. */
export const addIcons = (more: typeof lateIcons): void => void Object.assign(shown, more)

/** A decoration: the text beside it, or the name of its button, says what it means. */
export const Icon = ({ name, isFilled = false }: { readonly name: IconName; readonly isFilled?: boolean }) => (
  <svg
    className="icon-shape"
    viewBox="0 0 24 24"
    fill={isFilled ? 'currentColor' : 'none'}
    stroke="currentColor"
    strokeWidth={name === 'more' ? 3 : 1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={shown[name]} />
  </svg>
)
