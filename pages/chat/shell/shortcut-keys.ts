const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** The key of this system that programs use for commands. */
const commandKey = isApple ? 'Meta' : 'Control'

/** The shortcuts that act on an element of the page, as its `aria-keyshortcuts` names them. */
export const shortcuts = {
  newRoom: `${commandKey}+Shift+O`,
  search: `${commandKey}+K`,
  box: 'Shift+Escape',
} as const

/** An event of the document that shows the sheet of shortcuts. */
export const showShortcuts = 'parley-shortcuts'
