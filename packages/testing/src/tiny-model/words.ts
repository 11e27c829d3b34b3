/** The words of the tiny model: common and short, so that its nonsense reads like text. */
export const words: readonly string[] = [
  'the a of and to in is you I he she it was for on are with as his they at be this have from or had by hot but some',
  'what there we can out other were all your when up use word how said an each which do their time if will way about',
  'many then them would write like so these her long make thing see him two has look more day could go come did my',
  'sound no most number who over know water than call first people may down side been now find any new work part take',
  'get place made live where after back little only round man year came show every good me give our under name very',
  'through just form much great think say help low line before turn cause same mean differ move right boy old too does',
  'tell sentence set three want',
].flatMap((line) => line.split(' '))

/** The default tokens that a tiny model generates. */
export const sayings: readonly string[] = [...words.map((word) => ` ${word}`), '.', ',', '!', '?']
