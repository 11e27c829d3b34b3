/**
 * The fields that need an account and that an API key can use. Every other one is refused: acts on the account itself (its
 * password, address, sessions, keys, export and deletion), and those of administrators.
 */
export const keyFields: ReadonlySet<string> = new Set([
  ...['Query.myCharacters', 'Query.myLikes', 'Query.myRooms', 'Query.searchEntries', 'Query.myUsage'],
  ...['Query.completionModels', 'Query.completionModel', 'Subscription.completion'],
  ...[
    'Mutation.startRoom',
    'Mutation.sendMessage',
    'Mutation.regenerate',
    'Mutation.continueReply',
    'Mutation.cancelGeneration',
    'Mutation.removeGeneration',
  ],
  ...['Mutation.setRoomPinned', 'Mutation.markRoomRead'],
  ...['Mutation.setLike', 'Mutation.importCharacter', 'Mutation.createCharacter', 'Mutation.updateCharacter'],
  ...['Mutation.deleteCharacter', 'Query.myLorebooks', 'Query.previewLorebook', 'Mutation.createLorebook'],
  ...['Mutation.importLorebook', 'Mutation.updateLorebook', 'Mutation.deleteLorebook'],
  ...['Mutation.attachLorebook', 'Mutation.detachLorebook', 'Query.characterCost', 'Mutation.openTestRoom'],
  ...['Query.myPersonas', 'Mutation.createPersona', 'Mutation.updatePersona', 'Mutation.deletePersona'],
  ...['Mutation.setDefaultPersona', 'Mutation.setRoomPersona'],
])
