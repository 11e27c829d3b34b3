const words = (text: string) => text.trim().split(/\s+/)
const parts = (text: string) => text.split('|').map((part) => part.trim().replace(/\s+/g, ' '))

export const colours = words(`
  red green blue yellow purple orange brown black white grey pink silver golden turquoise violet crimson indigo scarlet
  beige copper ivory emerald amber maroon teal navy olive lavender coral lilac magenta bronze ochre cyan rose cream khaki
`)
export const shades = words('dark light pale bright deep soft warm dusty')
export const tastes = words(`
  hot cold sweet sour spicy smoked fresh bitter salty creamy crispy roasted baked fried steamed pickled toasted iced
`)
export const ingredients = words(`
  apple pear lentil bean potato carrot onion garlic mushroom fish chicken beef cheese lemon honey ginger cherry plum
  pumpkin tomato spinach rice corn walnut almond pepper cabbage salmon shrimp tofu egg noodle barley leek mint beetroot
`)
export const dishes = words(`
  soup stew pie bread salad cake dumplings pancakes curry tart pasta casserole porridge pizza sandwich biscuits pudding
  roast stir-fry omelette kebab pastry waffles chowder risotto
`)
export const drinks = words('tea coffee milk juice lemonade cider cocoa water wine ale punch broth mead cordial')
export const animals = words(`
  cat dog fox owl rabbit parrot turtle horse wolf bear raven hedgehog ferret lizard goat mouse duck swan otter badger
  hamster snake spider crow donkey falcon heron beetle squirrel lynx whale seal crab deer pig sheep hen goose pigeon
`)
export const jobs = parts(`baker|sailor|teacher|doctor|nurse|farmer|blacksmith|librarian|detective|pilot|tailor|
  carpenter|gardener|painter|fisherman|cook|driver|lawyer|miner|dancer|singer|actor|writer|soldier|judge|butcher|
  mechanic|plumber|engineer|astronomer|beekeeper|shepherd|locksmith|postman|barber|potter|weaver|innkeeper|ranger`)
export const trades = words(`
  clock boat glass shoe violin candle bread map lamp hat paper rope toy lighthouse bridge train garden ship museum
`)
export const makers = words('maker keeper seller builder painter repairer inspector designer collector')
export const instruments = words(`
  violin piano guitar flute drum harp trumpet cello lute accordion banjo clarinet organ oboe trombone saxophone
  mandolin viola fiddle horn harmonica zither ukulele bagpipes tuba
`)
export const sizes = words(`
  small big old new tiny huge long short heavy broken wooden iron lost silent hidden strange shiny rusty wild lonely
  brave clever gentle round secret frozen burning forgotten quiet merry
`)
export const things = words(`
  lantern compass book key knife rope map coin ring sword hammer mirror bottle watch hat umbrella box bell candle feather
  telescope letter chair bag scarf stone needle basket ladder clock kettle whistle drum shield lamp pen camera wheel
`)
export const activities = words(`
  collecting painting drawing repairing building photographing studying watching selling growing carving inventing
`)
export const wishes = parts(`to find|to own a house full of|to write a book about|to see all the|to build|to paint|
  to open a museum of|to learn everything about|to photograph|to live among|to rescue`)
export const plurals = words(`
  maps stamps birds boats clocks flowers trains stars coins books spiders storms ghosts snakes castles bridges shells
  mushrooms bees horses towers dolls masks rockets songs lamps stones trees islands kites puppets dragons robots heights
  lighthouses wolves thunderstorms elevators dentists clowns tunnels crowds mice cameras puzzles bicycles engines
`)
export const studies = words(`
  music history chemistry medicine law botany astronomy geometry poetry physics grammar geology economics biology
  philosophy mathematics painting geography
`)
export const days = parts(`spring|summer|autumn|winter|Christmas|New Year|midsummer|harvest time|the first snow|Easter|
  the rainy season|early spring|late summer|market day|the long holidays|a misty morning`)
export const sports = words(`
  football tennis rowing chess swimming boxing cycling running skating skiing archery fencing hockey golf climbing
  sailing wrestling judo basketball volleyball cricket rugby karate surfing
`)
export const months = words(`
  January February March April May June July August September October November December
`)
export const weekdays = words('Monday Tuesday Wednesday Thursday Friday Saturday Sunday')
