import { loadStyles } from '../../ui/theme/load-styles.js'

// All that few first visits show, in one module: each further one splits what is loaded first into more files
export { PasswordLink } from '../account/password-link.js'
export { ResetPassword } from '../account/reset-password.js'
export { SecondStepCard } from '../account/second-step-card.js'
export { ProviderButtons } from '../../ui/sign-in/provider-buttons.js'
export { SignIn } from '../account/sign-in.js'
export { SetUp } from '../account/set-up.js'
export { SocialReturn } from '../account/social-return.js'
export { createStarter } from '../characters/create-starter.js'
export { CharacterScreen } from '../characters/character-screen.js'
export { EditCharacter } from '../characters/editor/edit-character.js'
export { DemonstrationHint } from '../rooms/demonstration-hint.js'
export { ComposerExtras } from '../rooms/composer/composer-extras.js'
export { NotificationOffer } from '../notifications/notification-offer.js'
export { ReplyAlerts } from '../notifications/reply-alerts.js'
export { ArchiveScreen } from '../rooms/list/archive-screen.js'
export { Alternatives } from '../rooms/log/alternatives.js'
export { EntryEditor } from '../rooms/log/entry-editor.js'
export { ExportRoom } from '../rooms/export-room.js'
export { ModelMenu } from '../rooms/model/model-menu.js'
export { RenameInPlace } from '../rooms/rename-in-place.js'
export { Lightbox } from '../pictures/lightbox.js'
export { DeleteRoom } from '../rooms/delete-room.js'
export { EntryDialog } from '../rooms/log/entry-dialog.js'
export { GenerationEnd } from '../rooms/log/generation-end.js'
export { ReplyEnd } from '../rooms/log/reply-end.js'
export { RoomSettings } from '../rooms/room-settings.js'
export { ShareRoom } from '../rooms/share-room.js'
export { SearchScreen } from '../search/search-screen.js'
export { Settings } from '../settings/settings.js'
export { ShortcutSheet } from './shortcut-sheet.js'

/** The style sheet of what this module has, beside it. The build writes its name here. */
declare const LATE_STYLES: string

await loadStyles(new URL(LATE_STYLES, import.meta.url).href)
