export { CharacterScreen } from './character-screen.js'
export { EditCharacter } from './editor/edit-character.js'
