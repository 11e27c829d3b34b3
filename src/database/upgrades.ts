/** The last migration of each release, the oldest release first. */
export const releases = [{ version: '0.1.0', last: 'AddUserBan1795370300001' }] as const

/** What a migration does, for operators. Data of a release has all migrations up to that of 0.1.0. */
export const effects: Readonly<Record<string, string>> = {
  WidenLogRoomUserId1795470000000: 'allows user ids of 100 characters in chat logs',
  AddInstallationKeyForm1795480000000:
    'records in which form names and addresses are compared; the start compares them anew',
  AddGenerationInterruptions1795490740000: 'counts the interruptions of replies',
  CreateInstances1795496000000: 'creates the table of running instances',
  AddGenerationOwner1795500000000: 'records which instance follows a reply',
  CreateLogSearch1795610000000: 'creates the search index, which the server then fills in the background',
  AddCharacterCardFields1795620000000: 'adds descriptions, example dialogues, tags and cards to characters',
  AddGenerationImage1795630000000: 'adds images to messages',
  AddRoomSettings1795650000000: 'adds the settings and the archive of rooms, and an index of rooms by owner',
  CreateDataExports1795680000000: 'creates the table of exports of data',
  AddGenerationCancelledAt1795700000000: 'records when a reply was cancelled',
  AddApiKeyLimits1795800000000: 'adds limits, allowed models and usage to API keys',
  IndexLikes1795820000000: 'adds indexes of likes by account and by character',
  CreateAccountNotices1795830000000: 'creates the table of notices to owners of accounts',
  AddLogRoomHolder1795840000000:
    'records whose each chat-log room is, and removes entries of rooms without an account from the search index',
  AddUserMailboxProved1795850000000:
    'records who has proved an address: for `ADMIN_EMAILS` and for joining, addresses that are verified today count after a password reset',
  AddInstanceClock1795860000000: 'records the clock of each running instance',
  AddAccountNoticeLanguage1795870000000: 'records the language of notices to owners of accounts',
  MergeLogSearchInSteps1795880000000: 'lets the search index of SQLite be merged in short steps',
  AddGenerationFinishReason1795890000000: 'records how a reply ended, and what a reply continues',
  AddUserTimeZone1795891000000: 'records the time zones of accounts and messages',
  AddGenerationThoughts1795900000000: 'adds the thoughts of models to replies',
  CreateInstallationSettings1795910000000: 'creates the table of settings that change while the server runs',
  AddUserAwaitingApprovalSince1795920000000: 'records which accounts an administrator has to approve',
  CreateInvitations1795920000001: 'creates the table of invitations',
  CreatePasswordLinks1795930000000: 'creates the table of links for new passwords',
  AddSessionKeptVersion1795930100000: 'lets a change of the password keep the calling session',
  CreateAuditLog1795940000000: 'creates the table of the acts of administrators and operators',
  AddSessionConfirmedAt1795940100000: 'records when the person of a session last proved its identity',
  AddCharacterHiddenReason1795940200000: 'records why an administrator has hidden a character',
  CreateModelUsage1795940300000: 'creates the table of the usage of each account per day and model',
  CreateSecondFactors1795950000000: 'creates the tables of second factors, their recovery codes and challenges',
  AddUserRoleProvider1795960000000:
    'records whose claim decides the role of an account, and which addresses an administrator has given',
  AddSocialIdentitySignedInAt1795960100000: 'records the last sign-in of each person by a provider',
  AddApiKeyScopes1795960200000: 'adds scopes to API keys: existing ones stay valid at `/v1` alone',
  AddUserSignInClients1795970000000: 'records the kinds of clients that sign in to an account',
  AddDataExportOrigin1795971000000: 'records what asked for a copy of data',
  AddFactorChallengeProviderUser1795983000000:
    'adds to the second step of a sign-in the person whom a provider has identified',
  AddRoomPinsAndReads1796000000000: 'adds pins and read replies to rooms: the replies until now count as read',
  IndexBeginnings1796000100000:
    'indexes the entries of chat logs again, in the background, so that a search finds the beginnings of words: until then it does not find all of them',
  AddGenerationThoughtsMs1796100000000: 'records how long a model has thought before a reply',
  AddUserDefaults1796200000000: 'records what an account has chosen for its new rooms and its pages',
  AddGenerationSources1796300000000: 'adds web searches and sources to replies',
  CreateShareLinks1796400000000: 'creates the table of links to copies of chats',
  AddCharacterCardForm1796500000000: 'keeps imported cards whole, with their assets',
  CreateLorebooks1796510000000: 'creates the tables of lorebooks, and records what replies have had of them',
  AddCharacterNotes1796520000000: 'adds nicknames, further greetings and the notes of authors to characters',
  CreatePersonas1796530000000: 'creates the table of personas, and records which one a room and a reply have',
  CreateCharacterRanks1796540000000:
    'counts likes and talks of characters where their lists read them, and indexes tags, names and descriptions in the background: until then a search by words or tags does not find all characters',
  AddRoomTestOf1796541000000: 'records which rooms are test conversations of authors',
  AddRoomKeptGreeting1796542000000:
    'keeps the greeting of a room from its first message on; in a room with messages, from its next one',
  AddGenerationSender1796543000000: 'records with which persona a message was sent: earlier messages have none',
  CreateFiles1796600000000: 'creates the table of uploaded files, and records the files of messages',
  CreatePassages1796610000000: 'creates the tables of the texts of files',
}
