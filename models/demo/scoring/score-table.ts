import type { Figure, Scores } from './score.js'

/** Markdown, as the model card shows it. */
export function scoreTable({ skills, whole, ended, sampledNames }: Scores): string {
  return [
    '| temperature 0, held out | asked | right | % | target | |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    ...Object.entries(skills).map(([skill, figure]) => row(skill, figure)),
    row('all: whole sentences', whole),
    row('all: ended by the model', ended),
    ...(sampledNames ? [row("name, at the services' sampling", sampledNames)] : []),
  ].join('\n')
}

function row(name: string, { asked, right, percent, target }: Figure): string {
  const verdict = target === undefined ? ['', ''] : [String(target), percent >= target ? 'met' : 'missed']
  return `| ${[name, String(asked), String(right), percent.toFixed(1), ...verdict].join(' | ')} |`
}
