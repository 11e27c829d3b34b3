import type { MembershipCount, UserStats } from './answers.js'
import { element, part, shape } from './elements.js'
import { count, share } from './words.js'

/** Shows how many accounts there are, how many are active, and their memberships as bars beside their numbers. */
export function showFigures({ totalUsers, activeUsers, membershipStats }: UserStats): void {
  part('figures', HTMLElement).replaceChildren(
    figure('All users', count(totalUsers), totalUsers === 0 ? 'No account has registered yet.' : 'registered accounts'),
    figure('Active users', count(activeUsers), `${share(activeUsers, totalUsers)} of all, updated in the last 7 days`),
    memberships(membershipStats, totalUsers),
  )
}

function figure(title: string, value: string, note: string): HTMLElement {
  return element(
    'div',
    { class: 'card figure' },
    element('h3', {}, title),
    element('p', { class: 'value' }, value),
    element('p', { class: 'quiet' }, note),
  )
}

function memberships(stats: readonly MembershipCount[], totalUsers: number): HTMLElement {
  const rows = stats.map(({ membership_type, count: users }) =>
    element(
      'li',
      {},
      element('span', { class: 'label' }, membership_type),
      element('span', { class: 'number' }, `${count(users)} (${share(users, totalUsers)})`),
      bar(users, totalUsers),
    ),
  )
  const chart =
    rows.length > 0 ? element('ul', { class: 'bars' }, ...rows) : element('p', { class: 'quiet' }, 'None yet.')
  return element('div', { class: 'card memberships' }, element('h3', {}, 'Memberships'), chart)
}

/** Decorative: the number beside it says the same. */
function bar(part: number, whole: number): SVGElement {
  const width = `${whole === 0 ? 0 : (part / whole) * 100}%`
  return shape(
    'svg',
    { class: 'share', 'aria-hidden': 'true', focusable: 'false' },
    shape('rect', { class: 'track', width: '100%', height: '100%', rx: '5' }),
    shape('rect', { class: 'fill', width, height: '100%', rx: '5' }),
  )
}
