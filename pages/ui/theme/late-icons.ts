import { addIcons } from './icon.js'

/** Icons that no first visit to the chat page shows. The console has them from the beginning. */
export const lateIcons = {
  activity: 'M3 12h4l3-8 4 16 3-8h4',
  ban: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM5.6 5.6l12.8 12.8',
  braces:
    'M9 4C6.5 4 7 6 7 8.5S6 12 4.5 12C6 12 7 13 7 15.5S6.5 20 9 20M15 4c2.5 0 2 2 2 4.5s1 3.5 2.5 3.5c-1.5 0-2.5 1-2.5 3.5s.5 4.5-2 4.5',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  history: 'M3.5 12a8.5 8.5 0 1 0 3-6.5M3.5 4v4h4M12 8v4.5l3 2',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  model: 'M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 14a6.5 6.5 0 0 1 4 6',
  shield: 'M12 3l8 3v6c0 4.5-3.2 7.6-8 9-4.8-1.4-8-4.5-8-9V6zM8.5 12l2.5 2.5 4.5-4.5',
  smile: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.5 14a4 4 0 0 0 7 0M9 9.5h.01M15 9.5h.01',
  upload: 'M12 15V4M7 9l5-5 5 5M5 15v5h14v-5',
} as const

addIcons(lateIcons)
