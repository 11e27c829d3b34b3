// one module: every further one that is loaded late splits what is loaded first into more files
export { ComposerExtras } from '../rooms/composer/composer-extras.js'
export { EntryEditor } from '../rooms/log/entry-editor.js'
export { RoomSettings } from '../rooms/room-settings.js'
export { ShortcutSheet } from './shortcut-sheet.js'
